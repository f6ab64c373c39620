import type { PaymentStatus } from './registration-payments.ts';
import type { Stage } from './registration-stages.ts';
import type { DocumentStatus } from './child-documents.ts';
import type { AnnouncementAction, AnnouncementStatus, Result } from './announcements.ts';

/** The five tones of a state; the tone depends on the viewer. */
export type StatusTone = 'neutral' | 'attention' | 'info' | 'success' | 'danger';
export type Viewer = 'parent' | 'staff';

const STAGE_TONES: Readonly<Record<Stage, readonly [parent: StatusTone, staff: StatusTone]>> = {
  registered: ['neutral', 'neutral'],
  obs_scheduled: ['info', 'info'],
  obs_attended: ['success', 'success'],
  obs_not_attended: ['danger', 'danger'],
  waiting_announcement: ['info', 'info'],
  obs_done: ['success', 'success'],
  waitlisted: ['info', 'info'],
  passed: ['success', 'success'],
  // Bad news about a child is never red.
  failed: ['neutral', 'neutral'],
  released: ['neutral', 'neutral'],
  withdrawn: ['neutral', 'neutral'],
  reenroll_required: ['attention', 'info'],
};

const PAYMENT_TONES: Readonly<Record<PaymentStatus, readonly [parent: StatusTone, staff: StatusTone]>> = {
  pending: ['neutral', 'neutral'],
  paid: ['info', 'attention'],
  verified: ['success', 'success'],
  rejected: ['attention', 'danger'],
};

/** The tone of a stage for its viewer. */
export function stageTone(stage: Stage, viewer: Viewer): StatusTone {
  return STAGE_TONES[stage][viewer === 'parent' ? 0 : 1];
}

/** The tone of a fee's state: `attention` for the viewer who must act. */
export function paymentTone(status: PaymentStatus, viewer: Viewer): StatusTone {
  return PAYMENT_TONES[status][viewer === 'parent' ? 0 : 1];
}

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

const DOCUMENT_TONES: Readonly<Record<DocumentStatus, readonly [parent: StatusTone, staff: StatusTone]>> = {
  missing: ['neutral', 'neutral'],
  uploaded: ['info', 'attention'],
  approved: ['success', 'success'],
  returned: ['attention', 'info'],
  waived: ['neutral', 'neutral'],
  seen: ['success', 'success'],
};

/** The tone of a child's document: `attention` for the viewer who must act. */
export function documentTone(status: DocumentStatus, viewer: Viewer): StatusTone {
  return DOCUMENT_TONES[status][viewer === 'parent' ? 0 : 1];
}
