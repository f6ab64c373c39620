import type { Pressure } from '@gerbang/service-kit/events/pressure-store';

/** How the gateway was in the last second. */
export interface Condition {
  /** p99 of the event loop's delay in milliseconds. */
  readonly delay: number;
  /** Share of the time that the event loop worked, 0 to 1. */
  readonly load: number;
  /** p99 of the reads' times in milliseconds. */
  readonly reads: number;
  /** Calls that services have not answered yet. */
  readonly waiting: number;
}
export type Cause = keyof Condition;

/**
 * From when bulk work slows down, and from when it stops. Reads are meant to stay under 250 ms at the p99 when all families
 * look at once, and the signal is a second old when it is acted on.
 */
const LIMITS: Readonly<Record<Cause, Readonly<Record<Pressure, number>>>> = {
  delay: { slow: 40, stop: 100 },
  load: { slow: 0.7, stop: 0.9 },
  reads: { slow: 60, stop: 150 },
  waiting: { slow: 40, stop: 150 },
};
/** What began at a limit goes on until the figure is this much better, so that the level does not flap. */
const CALM = 0.6;
const CAUSES = Object.keys(LIMITS) as Cause[];

/** The level that the figures mean, with the figure that is worst; null = bulk work may go at full speed. */
export function levelOf(
  condition: Condition,
  before: Pressure | null,
): { readonly level: Pressure; readonly cause: Cause } | null {
  const over = (level: Pressure) =>
    CAUSES.map((cause) => ({ cause, by: condition[cause] / LIMITS[cause][level] })).reduce((worst, one) =>
      one.by > worst.by ? one : worst,
    );
  const reached = (level: Pressure) => {
    const { cause, by } = over(level);
    const wasThere = before === 'stop' || before === level;
    return by >= (wasThere ? CALM : 1) ? { level, cause } : null;
  };
  return reached('stop') ?? reached('slow');
}

/**
 * The p99 of durations. A read that is slow for its own sake, such as a long export, is no p99 by itself: where there are few,
 * the second slowest counts.
 */
export function p99(durations: readonly number[]): number {
  return durations.toSorted((a, b) => b - a)[Math.ceil(durations.length / 100)] ?? 0;
}
