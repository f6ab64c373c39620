import { forbidden } from './problems.ts';

/** How long the proof of a password or factor lets its session do what cannot be undone. */
export const FRESH_SECONDS = 15 * 60;
/** The clocks of gateway and service may differ by so much, as for the identity itself. */
const AHEAD_SECONDS = 60;

interface Proved {
  readonly fresh?: number | undefined;
}

/** Whether the caller proved the password or a factor in the last 15 minutes. By the machine's clock, as the identity's signature. */
export function isFresh({ fresh }: Proved, now: number = Date.now()): boolean {
  const age = fresh === undefined ? Number.NaN : now / 1000 - fresh;
  return age < FRESH_SECONDS && age > -AHEAD_SECONDS;
}

/** 403 `fresh_proof_required` unless the caller's proof is fresh. */
export function assertFresh(caller: Proved, now: number = Date.now()): void {
  if (isFresh(caller, now)) return;
  throw forbidden('Demi keamanan, buktikan sekali lagi bahwa ini Anda.', 'fresh_proof_required');
}
