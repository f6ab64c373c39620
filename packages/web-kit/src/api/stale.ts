import type { StaleState } from '@gerbang/contracts/problem';
import { ApiError } from '@gerbang/web-kit/api/client';

/** The body of a 409 `stale`: who changed the record, when, and its present state; null for any other failure. */
export function staleOf(error: unknown): StaleState | null {
  return error instanceof ApiError && error.body?.code === 'stale' ? (error.body.stale ?? null) : null;
}

/** The fields that were changed here and there, differently. */
export function conflictsOf<F extends string>(
  mine: Readonly<Record<F, string>>,
  changed: readonly F[],
  stored: Readonly<Record<F, string>>,
  theirs: Readonly<Record<F, string>>,
): F[] {
  return changed.filter((name) => theirs[name] !== stored[name] && theirs[name] !== mine[name]);
}

/** The header with the version that the user has seen. */
export function seenVersion(version: number | null): { 'if-match': string } {
  return { 'if-match': `"${version ?? 0}"` };
}
