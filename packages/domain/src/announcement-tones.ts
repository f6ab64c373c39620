import type { AnnouncementAction, AnnouncementStatus, Result } from './announcements.ts';
import type { StatusTone } from './status-tones.ts';

const TONES: Readonly<Record<AnnouncementStatus, StatusTone>> = {
  draft: 'neutral',
  pending_review: 'info',
  approved: 'info',
  rejected: 'neutral',
  published: 'success',
};

/** The tone of an announcement for who looks: attention is whoever must act; a draft's author works when he wants. */
export function announcementTone(status: AnnouncementStatus, may: readonly AnnouncementAction[]): StatusTone {
  return status !== 'draft' && may.length > 0 ? 'attention' : TONES[status];
}

/** The tone of a result, to families and staff alike: bad news about a child is told in words, never in red. */
export function resultTone(result: Result): StatusTone {
  return result === 'passed' ? 'success' : 'neutral';
}
