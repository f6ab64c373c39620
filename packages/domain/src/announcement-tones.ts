import type { AnnouncementAction, AnnouncementStatus, Result } from './announcements.ts';
import type { StatusTone } from './status-tones.ts';

const TONES: Readonly<Record<AnnouncementStatus, StatusTone>> = {
  draft: 'neutral',
  pending_review: 'info',
  approved: 'info',
  rejected: 'neutral',
  published: 'success',
};

/** The tone of an announcement for its viewer: `attention` for the roles that must act; a draft can wait. */
export function announcementTone(status: AnnouncementStatus, may: readonly AnnouncementAction[]): StatusTone {
  return status !== 'draft' && may.length > 0 ? 'attention' : TONES[status];
}

/** The tone of a result for families and staff: bad news about a child is never red. */
export function resultTone(result: Result): StatusTone {
  return result === 'passed' ? 'success' : 'neutral';
}
