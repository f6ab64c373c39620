import type { StaleState } from '@gerbang/contracts/problem';
import { actorText } from '@gerbang/domain/roles';
import { failureText } from '@gerbang/web-kit/api/use-decision';
import { formatMoment } from '../page/format.ts';
import { staleOf } from './stale.ts';

const copy = {
  by: (who: string, when: string) => `Data ini sudah diubah oleh ${who} pada ${when}.`,
  unknown: 'Data ini sudah diubah sejak Anda membukanya.',
} as const;

/** Who changed it first, and when: `Siti (CS)`, `28 November 2026, 08.00 WIB`; null if unknown. */
export function changerOf({ changed_by, changed_at }: StaleState): { who: string; when: string } | null {
  if (!changed_by || !changed_at) return null;
  return { who: actorText(changed_by), when: formatMoment(changed_at) };
}

/** "Data ini sudah diubah oleh … pada …". */
export function whoChanged(stale: StaleState): string {
  const changer = changerOf(stale);
  return changer ? copy.by(changer.who, changer.when) : copy.unknown;
}

/** Who changed the record first, else the server's message, else `fallback`. */
export function refusalText(error: unknown, fallback: string): string {
  const stale = staleOf(error);
  return stale ? whoChanged(stale) : failureText(error, fallback);
}
