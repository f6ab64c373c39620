import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { type Chore, HOUR_MS, MINUTE_MS } from '@gerbang/service-kit/program/timers';
import type { Context } from '../context.ts';
import { moveDueNumbers } from '../number-requests/move-number.ts';
import { sweep, wrongCodesInAnHour } from './housekeeping.repository.ts';

/** More wrong codes than this in an hour, over all accounts, are an attack. */
const ALARM_AT = 200;

async function watchCodes(database: Database, log: Logger): Promise<void> {
  const wrong = await wrongCodesInAnHour(database.knex);
  if (wrong >= ALARM_AT) log.error({ event: 'reset_codes_under_attack', wrong });
}

/** Recurring work of the service. */
export const chores = (context: Context): Chore[] => [
  { name: 'codes', everyMs: MINUTE_MS, work: () => watchCodes(context.database, context.log) },
  { name: 'numbers', everyMs: MINUTE_MS, work: () => moveDueNumbers(context) },
  { name: 'sweep', everyMs: HOUR_MS, work: () => sweep(context.database) },
];
