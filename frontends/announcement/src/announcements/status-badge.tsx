import type { AnnouncementRow } from '@gerbang/contracts/announcement.types';
import { announcementTone } from '@gerbang/domain/announcement-tones';
import { ANNOUNCEMENT_LABELS } from '@gerbang/domain/announcements';
import { StatusTag } from '@gerbang/ui/status-tag';

/** The state in words; its tone says whether it waits for who looks. */
export function StatusBadge({ row }: { row: Pick<AnnouncementRow, 'status' | 'may'> }) {
  return (
    <StatusTag tone={announcementTone(row.status, row.may)}>{ANNOUNCEMENT_LABELS[row.status]}</StatusTag>
  );
}
