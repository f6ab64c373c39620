import { forbidden } from './problems.ts';

/** How long the proof of a password or factor lets its session do what cannot be undone. */
export const FRESH_SECONDS = 15 * 60;
/** The clocks of gateway and service may differ by so much, as for the identity itself. */
const AHEAD_SECONDS = 60;

/**
 * 403 `fresh_proof_required` unless the caller proved the password or a factor in the last 15 minutes. By the machine's
 * clock, as the signature of the identity.
 */
export function assertFresh({ fresh }: { fresh?: number | undefined }, now: number = Date.now()): void {
  const age = fresh === undefined ? Number.NaN : now / 1000 - fresh;
  if (age < FRESH_SECONDS && age > -AHEAD_SECONDS) return;
  throw forbidden('Demi keamanan, buktikan sekali lagi bahwa ini Anda.', 'fresh_proof_required');
}
