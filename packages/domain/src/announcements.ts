import { type Ability, can } from './abilities.ts';
import type { PaymentStatus } from './registration-payments.ts';
import { STAGE_MACHINE, type Stage } from './registration-stages.ts';
import type { Role } from './roles.ts';
import { edgeFor, type Machine } from './transitions.ts';

/** The longest note of a result. */
export const NOTE_MAX = 1000;

/** The states of an announcement. */
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
  pending_review: 'Menunggu Tinjauan',
  approved: 'Disetujui',
  rejected: 'Ditolak',
  published: 'Diterbitkan',
};

/** The possible results of an observation. */
export const RESULTS = ['passed', 'failed', 'waitlisted'] as const;
export type Result = (typeof RESULTS)[number];

/** The results that an announcement gives where the school does not limit its seats. */
export const PLAIN_RESULTS = ['passed', 'failed'] as const satisfies readonly Result[];

/** The results as staff read them. */
export const STAFF_RESULT_LABELS: Readonly<Record<Result, string>> = {
  passed: 'Lulus',
  failed: 'Tidak Lulus',
  waitlisted: 'Cadangan',
};

/** Everything that can be done with an existing announcement. */
export const ANNOUNCEMENT_ACTIONS = ['edit', 'submit', 'approve', 'reject', 'revise', 'publish'] as const;
export type AnnouncementAction = (typeof ANNOUNCEMENT_ACTIONS)[number];

/** An announcement; `by` is the ability that its action needs, whatever the state. What was rejected can be revised. */
export const ANNOUNCEMENT_MACHINE: Machine<AnnouncementStatus, AnnouncementAction, Ability, 'not_author'> = {
  name: 'announcements',
  statuses: ANNOUNCEMENT_STATUSES,
  edges: [
    { from: 'draft', to: 'draft', action: 'edit', by: 'announcements.write' },
    { from: 'draft', to: 'pending_review', action: 'submit', by: 'announcements.submit' },
    {
      from: 'pending_review',
      to: 'approved',
      action: 'approve',
      by: 'announcements.review',
      when: 'not_author',
    },
    {
      from: 'pending_review',
      to: 'rejected',
      action: 'reject',
      by: 'announcements.review',
      when: 'not_author',
    },
    { from: 'rejected', to: 'draft', action: 'revise', by: 'announcements.write' },
    { from: 'approved', to: 'published', action: 'publish', by: 'announcements.publish' },
  ],
};

/** The person who opens an announcement. */
export interface AnnouncementCaller {
  readonly role: Role;
  readonly author: boolean;
  /** False where the foundation lets one person do both (configuration FOUR_EYES=off). */
  readonly fourEyes: boolean;
}

function edgeOf(action: AnnouncementAction) {
  const edge = ANNOUNCEMENT_MACHINE.edges.find((one) => one.action === action);
  if (!edge?.from) throw new Error(`${action} has no edge`);
  return { ...edge, from: edge.from };
}

/** The state that the action leads to from here; null = not in this state. */
export function announcementAfter(
  from: AnnouncementStatus,
  action: AnnouncementAction,
): AnnouncementStatus | null {
  return edgeFor(ANNOUNCEMENT_MACHINE, from, { action })?.to ?? null;
}

/** The one state in which the action is possible. */
export function announcementBefore(action: AnnouncementAction): AnnouncementStatus {
  return edgeOf(action).from;
}

/** Whether the action takes a second person. */
export function takesOtherEyes(action: AnnouncementAction): boolean {
  return edgeOf(action).when === 'not_author';
}

/** Whether the action is refused to this caller because it is the caller's own work. */
export function needsOtherEyes(action: AnnouncementAction, caller: AnnouncementCaller): boolean {
  return caller.fourEyes && caller.author && takesOtherEyes(action);
}

/** What this caller may do now: what screens offer and the service enforces. */
export function announcementActions(
  status: AnnouncementStatus,
  caller: AnnouncementCaller,
): AnnouncementAction[] {
  return ANNOUNCEMENT_MACHINE.edges
    .filter(
      (edge) => edge.from === status && can(caller.role, edge.by) && !needsOtherEyes(edge.action, caller),
    )
    .map((edge) => edge.action);
}

/** Whether an announcement holds its registrations: they can be in no other one meanwhile. */
export function isLiveAnnouncement(status: AnnouncementStatus): boolean {
  return status !== 'rejected';
}

/** Why a result was not applied at publication. */
export const SKIP_REASONS = ['stage', 'fee', 'deleted', 'seats', 'level'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const SKIP_LABELS: Readonly<Record<SkipReason, string>> = {
  stage: 'Tidak lagi menunggu pengumuman',
  fee: 'Biaya pendaftaran belum terverifikasi',
  deleted: 'Pendaftaran sudah dihapus',
  seats: 'Tidak ada kursi atau daftar tunggu untuk kelas ini',
  level: 'Jenjangnya dikoreksi; bukan jenjang pengumuman ini',
};

/**
 * Why a result cannot be applied to a registration as it is; null = it can. Publication moves only registrations that
 * wait for it, and with a fee that is no longer verified nothing moves on. `elsewhere` = its level was corrected, so that the
 * announcement of another one says nothing about it.
 */
export function resultObstacle(
  registration: {
    readonly deleted: boolean;
    readonly current_stage: Stage;
    readonly payment_status: PaymentStatus;
  },
  result: Result,
  elsewhere = false,
): SkipReason | null {
  if (registration.deleted) return 'deleted';
  const edge = edgeFor(STAGE_MACHINE, registration.current_stage, { to: result, by: 'publication' });
  if (!edge) return 'stage';
  if (elsewhere) return 'level';
  return edge.when === 'fee_verified' && registration.payment_status !== 'verified' ? 'fee' : null;
}

/** The tasks that announcements give to staff, in the order of their work. */
export const ANNOUNCEMENT_TASKS = ['students', 'rejected', 'drafts', 'to_review', 'to_publish'] as const;
export type AnnouncementTaskKind = (typeof ANNOUNCEMENT_TASKS)[number];

/** The ability that a task needs, and the status filter of the list that shows it (null = no such list). */
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
