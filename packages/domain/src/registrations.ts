import type { PaymentStatus } from './registration-payments.ts';
import type { Stage } from './registration-stages.ts';

/** The columns of a registration that the rules below need. */
export interface RegistrationState {
  readonly current_stage: Stage;
  readonly payment_status: PaymentStatus;
  /** The confirmation of re-enrolment is `processed` or `completed`. */
  readonly locked: boolean;
}

/**
 * Whether child, jenjang, kelas and academic year are fixed: once the payment has left `pending`, or the stage has left
 * `registered`, because it only does so with a payment.
 */
export function isFrozen(state: RegistrationState): boolean {
  return state.payment_status !== 'pending' || state.current_stage !== 'registered';
}

/** Whether a parent may delete a registration: only while nothing is paid and nothing has happened. */
export function mayDeleteRegistration(state: RegistrationState): boolean {
  return (
    !state.locked &&
    state.current_stage === 'registered' &&
    (state.payment_status === 'pending' || state.payment_status === 'rejected')
  );
}

/** Whether a child can be deleted: none of its registrations is paid, verified or past `registered`. */
export function mayDeleteChild(registrations: readonly RegistrationState[]): boolean {
  return registrations.every(
    (one) =>
      !one.locked && one.current_stage === 'registered' && !['paid', 'verified'].includes(one.payment_status),
  );
}
