import { constants } from 'node:os';
import { join } from 'node:path';
import type { PlannedDayOff } from '@gerbang/domain/school-days';
import { BackgroundProcess } from '@gerbang/service-kit/program/background-process';

export interface HolidayJob {
  readonly year: number;
}

/**
 * The public holidays of Indonesia as a calendar computes them. The yearly joint decree of ministers is the law and moves
 * days, so they are suggestions to a person and never days off by themselves.
 */
export class Holidays {
  readonly #years = new Map<number, Promise<readonly PlannedDayOff[]>>();
  readonly #process = new BackgroundProcess<HolidayJob, PlannedDayOff[]>({
    file: join(import.meta.dirname, 'holidays.worker.ts'),
    longestWorkMs: 15_000,
    // To load the calendars takes most of a second, a further year 30 ms: a person leafs through years.
    idleMs: 60_000,
    // At a low priority a busy machine keeps the page of days off waiting for ten.
    priority: constants.priority.PRIORITY_NORMAL,
  });

  /** The days of a year in their order; 503 where the program that computes them cannot run. A year is computed once. */
  of(year: number): Promise<readonly PlannedDayOff[]> {
    const known = this.#years.get(year);
    if (known) return known;
    const days = this.#process.run({ year });
    this.#years.set(year, days);
    days.catch(() => this.#years.delete(year));
    return days;
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}
