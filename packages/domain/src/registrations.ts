import type { PaymentStatus } from './registration-payments.ts';
import type { Stage } from './registration-stages.ts';

/** What the rules must know of a registration. */
export interface RegistrationState {
  readonly current_stage: Stage;
  readonly payment_status: PaymentStatus;
  /** The confirmation of re-enrolment is `processed` or `completed`. */
  readonly locked: boolean;
}

/**
 * Child, jenjang, kelas and academic year are fixed once the payment has left `pending`. Past `registered` it has,
 * whatever it says now: a fee that was taken back and its proof then cleared opens nothing.
 */
export function isFrozen(state: RegistrationState): boolean {
  return state.payment_status !== 'pending' || state.current_stage !== 'registered';
}

/** A parent may delete only while nothing is paid and nothing happened. */
export function mayDeleteRegistration(state: RegistrationState): boolean {
  return (
    !state.locked &&
    state.current_stage === 'registered' &&
    (state.payment_status === 'pending' || state.payment_status === 'rejected')
  );
}

/** A child stays while a live registration of it is paid, verified or past `registered`. */
export function mayDeleteChild(registrations: readonly RegistrationState[]): boolean {
  return registrations.every(
    (one) =>
      !one.locked && one.current_stage === 'registered' && !['paid', 'verified'].includes(one.payment_status),
  );
}
