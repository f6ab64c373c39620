import type { Announcement } from '@gerbang/contracts/announcement.types';
import { ROLE_LABELS } from '@gerbang/domain/roles';
import { SummaryList } from '@gerbang/ui/summary-list';
import { formatMoment } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { StatusBadge } from '../announcements/status-badge.tsx';
import { detailCopy as copy } from './detail.copy.ts';

type Person = Announcement['created_by'] | null;

const Text = styled.p`
  max-width: 70ch;
  white-space: pre-line;
`;

function whoAndWhen(moment: string | null, person: Person): string | null {
  if (moment === null) return null;
  const when = formatMoment(moment);
  return person ? copy.by(when, person.name ?? '-', ROLE_LABELS[person.role]) : when;
}

/** Status, period, level, and who did what when (admission workflow §2, "/announcement/{id}"). */
export function Facts({ announcement }: { announcement: Announcement }) {
  const { fields } = copy;
  return (
    <SummaryList
      rows={[
        { label: fields.status, value: <StatusBadge row={announcement} /> },
        { label: fields.period, value: announcement.observation_period },
        { label: fields.level, value: announcement.jenjang },
        { label: fields.created, value: whoAndWhen(announcement.created_at, announcement.created_by) },
        ...(announcement.submitted_at
          ? [{ label: fields.submitted, value: formatMoment(announcement.submitted_at) }]
          : []),
        { label: fields.reviewed, value: whoAndWhen(announcement.reviewed_at, announcement.reviewed_by) },
        { label: fields.published, value: whoAndWhen(announcement.published_at, announcement.published_by) },
      ]}
    />
  );
}

/** Text of several lines, as it was written. */
export function AnnouncementText({ text }: { text: string }) {
  return <Text>{text}</Text>;
}
