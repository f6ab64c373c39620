import { type Ability, can } from './abilities.ts';
import type { PaymentStatus } from './registration-payments.ts';
import { STAGE_EDGES, type Stage } from './registration-stages.ts';
import type { Role } from './roles.ts';

/** The states of an announcement (admission workflow §4, "Announcement status"). */
export const ANNOUNCEMENT_STATUSES = [
  'draft',
  'pending_review',
  'approved',
  'rejected',
  'published',
] as const;
export type AnnouncementStatus = (typeof ANNOUNCEMENT_STATUSES)[number];

export const ANNOUNCEMENT_LABELS: Readonly<Record<AnnouncementStatus, string>> = {
  draft: 'Draf',
  pending_review: 'Menunggu Review',
  approved: 'Disetujui',
  rejected: 'Ditolak',
  published: 'Diterbitkan',
};

/** What an observation can end with (admission workflow §3, announcement_results). */
export const RESULTS = ['passed', 'failed'] as const;
export type Result = (typeof RESULTS)[number];

/** As staff read it (admission workflow §2, "/announcement/{id}"). */
export const STAFF_RESULT_LABELS: Readonly<Record<Result, string>> = {
  passed: 'Lulus',
  failed: 'Tidak Lulus',
};

/** As a family reads it (accounts §2, parent dashboard). */
export const RESULT_LABELS: Readonly<Record<Result, string>> = { passed: 'Diterima', failed: 'Ditolak' };

/** Everything that can be done with an announcement that exists. */
export const ANNOUNCEMENT_ACTIONS = ['edit', 'submit', 'approve', 'reject', 'revise', 'publish'] as const;
export type AnnouncementAction = (typeof ANNOUNCEMENT_ACTIONS)[number];

interface AnnouncementEdge {
  readonly from: AnnouncementStatus;
  readonly to: AnnouncementStatus;
  readonly action: AnnouncementAction;
  /** Who may, whatever the state (authorization rows N04–N07, N10). */
  readonly ability: Ability;
  /** Whether it takes somebody else than the author (decisions, Announcements). */
  readonly notByAuthor?: true;
}

/** Every change there is (admission workflow §4; decisions, Announcements: what was rejected can be taken back). */
export const ANNOUNCEMENT_EDGES: readonly AnnouncementEdge[] = [
  { from: 'draft', to: 'draft', action: 'edit', ability: 'announcements.write' },
  { from: 'draft', to: 'pending_review', action: 'submit', ability: 'announcements.submit' },
  {
    from: 'pending_review',
    to: 'approved',
    action: 'approve',
    ability: 'announcements.review',
    notByAuthor: true,
  },
  {
    from: 'pending_review',
    to: 'rejected',
    action: 'reject',
    ability: 'announcements.review',
    notByAuthor: true,
  },
  { from: 'rejected', to: 'draft', action: 'revise', ability: 'announcements.write' },
  { from: 'approved', to: 'published', action: 'publish', ability: 'announcements.publish' },
];

/** Who looks at an announcement. */
export interface AnnouncementCaller {
  readonly role: Role;
  readonly author: boolean;
  /** False where the foundation lets one person do both (configuration FOUR_EYES=off). */
  readonly fourEyes: boolean;
}

function edgeOf(action: AnnouncementAction): AnnouncementEdge {
  const edge = ANNOUNCEMENT_EDGES.find((one) => one.action === action);
  if (!edge) throw new Error(`${action} has no edge`);
  return edge;
}

/** The state that the action leads to from here; null = not in this state. */
export function announcementAfter(
  from: AnnouncementStatus,
  action: AnnouncementAction,
): AnnouncementStatus | null {
  return ANNOUNCEMENT_EDGES.find((edge) => edge.from === from && edge.action === action)?.to ?? null;
}

/** The one state in which the action is possible. */
export function announcementBefore(action: AnnouncementAction): AnnouncementStatus {
  return edgeOf(action).from;
}

/** Whether the action is kept from this caller because it is the caller's own work. */
export function needsOtherEyes(action: AnnouncementAction, caller: AnnouncementCaller): boolean {
  return caller.fourEyes && caller.author && edgeOf(action).notByAuthor === true;
}

/** What this caller may do now: what screens offer and the service enforces. */
export function announcementActions(
  status: AnnouncementStatus,
  caller: AnnouncementCaller,
): AnnouncementAction[] {
  return ANNOUNCEMENT_EDGES.filter(
    (edge) => edge.from === status && can(caller.role, edge.ability) && !needsOtherEyes(edge.action, caller),
  ).map((edge) => edge.action);
}

/** Whether its registrations are taken: they can be in no other announcement meanwhile (decisions, Announcements). */
export function isLiveAnnouncement(status: AnnouncementStatus): boolean {
  return status !== 'rejected';
}

/** Why a result was not applied at publication. */
export const SKIP_REASONS = ['stage', 'fee', 'deleted'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const SKIP_LABELS: Readonly<Record<SkipReason, string>> = {
  stage: 'Tidak lagi menunggu pengumuman',
  fee: 'Biaya pendaftaran belum terverifikasi',
  deleted: 'Pendaftaran sudah dihapus',
};

/**
 * Why a result cannot be applied to a registration as it is; null = it can. Publication moves only who waits (decisions,
 * Announcements), and with a fee that was taken back nothing moves on (Precisions, Registrations).
 */
export function resultObstacle(
  registration: {
    readonly deleted: boolean;
    readonly current_stage: Stage;
    readonly payment_status: PaymentStatus;
  },
  result: Result,
): SkipReason | null {
  if (registration.deleted) return 'deleted';
  const edge = STAGE_EDGES.find(
    ({ cause, from, to }) => cause === 'publication' && from === registration.current_stage && to === result,
  );
  if (!edge) return 'stage';
  return edge.feeVerified && registration.payment_status !== 'verified' ? 'fee' : null;
}

/** What can wait for staff in announcements, in the order of the way. */
export const ANNOUNCEMENT_TASKS = ['students', 'rejected', 'drafts', 'to_review', 'to_publish'] as const;
export type AnnouncementTaskKind = (typeof ANNOUNCEMENT_TASKS)[number];

/** Who is told of what waits; `status` is the filter of the list that shows it, none where it is no list's. */
export const ANNOUNCEMENT_TASK_TABLE: Readonly<
  Record<AnnouncementTaskKind, { readonly status: AnnouncementStatus | null; readonly ability: Ability }>
> = {
  students: { status: null, ability: 'announcements.write' },
  rejected: { status: 'rejected', ability: 'announcements.write' },
  drafts: { status: 'draft', ability: 'announcements.submit' },
  to_review: { status: 'pending_review', ability: 'announcements.review' },
  to_publish: { status: 'approved', ability: 'announcements.publish' },
};

/** The tasks of a role. */
export function announcementTasks(role: Role): AnnouncementTaskKind[] {
  return ANNOUNCEMENT_TASKS.filter((kind) => can(role, ANNOUNCEMENT_TASK_TABLE[kind].ability));
}
