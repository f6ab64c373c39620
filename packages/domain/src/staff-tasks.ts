import { type Ability, can } from './abilities.ts';
import type { PaymentStatus } from './registration-payments.ts';
import type { Stage } from './registration-stages.ts';
import type { Role } from './roles.ts';

/** The tasks that admission gives to staff, in the order of a registration's way. */
export const STAFF_TASKS = [
  'fees_unpaid',
  'fees_to_verify',
  'fees_rejected',
  'to_schedule',
  'observations_due',
  'to_send_on',
  'absent',
  'waiting_announcement',
] as const;
export type StaffTaskKind = (typeof STAFF_TASKS)[number];

/** The registrations that a task is about, as the monitoring list filters them. */
export interface StaffTaskFilter {
  readonly payment_status?: PaymentStatus;
  readonly current_stage?: Stage;
  /** Only observations of today or earlier. */
  readonly due?: true;
}

interface StaffTask {
  readonly filter: StaffTaskFilter;
  /** Roles with any of these abilities can do the task. */
  readonly abilities: readonly Ability[];
}

/** The filter and the abilities of each task. */
export const STAFF_TASK_TABLE: Readonly<Record<StaffTaskKind, StaffTask>> = {
  fees_unpaid: { filter: { payment_status: 'pending' }, abilities: ['registrations.prove_on_behalf'] },
  fees_to_verify: { filter: { payment_status: 'paid' }, abilities: ['registrations.verify_fee'] },
  fees_rejected: {
    filter: { payment_status: 'rejected' },
    abilities: ['registrations.verify_fee', 'registrations.prove_on_behalf'],
  },
  to_schedule: {
    filter: { payment_status: 'verified', current_stage: 'registered' },
    abilities: ['registrations.move_stage'],
  },
  observations_due: {
    filter: { current_stage: 'obs_scheduled', due: true },
    abilities: ['registrations.move_stage'],
  },
  to_send_on: { filter: { current_stage: 'obs_attended' }, abilities: ['registrations.move_stage'] },
  absent: { filter: { current_stage: 'obs_not_attended' }, abilities: ['registrations.move_stage'] },
  // There is nothing to press here, but everyone who follows the admission wants to know.
  waiting_announcement: {
    filter: { current_stage: 'waiting_announcement' },
    abilities: ['registrations.monitor'],
  },
};

/** The tasks of a role. */
export function staffTasks(role: Role): StaffTaskKind[] {
  return STAFF_TASKS.filter((kind) => STAFF_TASK_TABLE[kind].abilities.some((one) => can(role, one)));
}
