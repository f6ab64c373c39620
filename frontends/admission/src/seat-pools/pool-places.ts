import type { SeatPool } from '@gerbang/contracts/seat-pools';
import { answerTime } from '@gerbang/domain/answer-days';
import { jakartaDay } from '@gerbang/domain/jakarta-time';

/** The parts of a pool's page. */
export const PARTS = ['list', 'offers', 'events'] as const;

const DAY_MS = 86_400_000;

/** The last day whose deadlines, all at 20.00, are within 48 hours. */
export function dueSoonDay(now: Date): string {
  const end = new Date(now.getTime() + 2 * DAY_MS);
  const day = jakartaDay(end);
  return answerTime(day) <= end ? day : jakartaDay(new Date(end.getTime() - DAY_MS));
}

/** The address of a pool, or of a part of it, below the list of pools that is shown now. */
export function poolAddress(
  { id, academic_year }: Pick<SeatPool, 'id' | 'academic_year'>,
  more: Readonly<Record<string, string>> = {},
): string {
  return `/admin/seats?${new URLSearchParams({ tahun: academic_year, pool: id, ...more })}`;
}

/** Whether places of the pool may no longer be offered. */
export const isOver = ({ offers_until }: SeatPool, now: Date): boolean =>
  offers_until !== null && jakartaDay(now) > offers_until;
