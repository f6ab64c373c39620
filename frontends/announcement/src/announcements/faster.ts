import { ANNOUNCEMENT_STATUSES, type AnnouncementStatus } from '@gerbang/domain/announcements';
import { messageOf } from '@gerbang/web-kit/client';
import { changerOf, staleOf, whoChanged } from '@gerbang/web-kit/stale';
import { actionCopy as copy } from './announcements.copy.ts';

function statusOf(present: unknown): AnnouncementStatus | undefined {
  const status = typeof present === 'object' && present !== null && 'status' in present && present.status;
  return ANNOUNCEMENT_STATUSES.find((one) => one === status);
}

/** Another user was faster: who, when, and what was done. */
export function fasterText(error: unknown, seen: AnnouncementStatus): string {
  const stale = staleOf(error);
  if (!stale) return messageOf(error);
  const changer = changerOf(stale);
  const status = statusOf(stale.present);
  if (!changer || !status || status === seen) return whoChanged(stale);
  return copy.fasterTo(copy.faster[status], changer.who, changer.when);
}
