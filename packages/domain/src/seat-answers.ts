import type { ConfirmationStatus } from './enrollment-confirmations.ts';
import type { ReleaseCause } from './offers.ts';

/** What is confirmed and paid of a re-enrolment; `paid` in whole rupiah that was verified. */
interface Confirmed {
  readonly status: ConfirmationStatus;
  readonly paid: number;
}

/**
 * Why a seat that is to be released is kept; null = it is released. What was processed or paid always keeps it. A
 * confirmation that waits keeps it from its deadline and from its family; staff who release it decline the confirmation.
 */
export function keptBecause(
  cause: ReleaseCause,
  confirmation: Confirmed | null,
): 'confirmed' | 'paid' | null {
  if (confirmation === null || confirmation.status === 'declined') return null;
  if (confirmation.paid > 0) return 'paid';
  const processed = confirmation.status === 'processed' || confirmation.status === 'completed';
  return processed || cause !== 'staff' ? 'confirmed' : null;
}
