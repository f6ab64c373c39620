import { formatDayText } from '../page/format.ts';

/** What a filter by days is called. */
export const DAYS = 'Tanggal';

/** The two ends of a span of days; null = open. */
export interface Span {
  readonly from: string | null;
  readonly to: string | null;
}

/** A span in words: `Tanggal: 1 November 2026 – 7 November 2026`; null where neither end is set. */
export function spanWords({ from, to }: Span): string | null {
  if (from === null) return to === null ? null : `${DAYS}: sampai ${formatDayText(to)}`;
  if (to === null) return `${DAYS}: sejak ${formatDayText(from)}`;
  return `${DAYS}: ${from === to ? formatDayText(from) : `${formatDayText(from)} – ${formatDayText(to)}`}`;
}
