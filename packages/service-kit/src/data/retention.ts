import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { audit } from '../audit/audit.ts';
import { NIL_ID } from './erasure.ts';
import type { Database, Db } from './database.ts';
import type { Logger } from '../program/logger.ts';
import { type Chore, HOUR_MS, MINUTE_MS } from '../program/timers.ts';

/** Data whose time can be over (UU 27/2022, articles 42–44; reliability, Privacy). */
export interface RetentionRule {
  readonly name: string;
  /** How many are due now; nothing is touched. */
  due(db: Db): Promise<number>;
  /** Ends some of them, a bounded number; answers how many, 0 when there are none left. */
  end(): Promise<number>;
}

export type RetentionCounts = Record<string, number>;

interface Place {
  readonly database: Database;
  readonly now: () => Date;
}

/** Rows of the trail that one call ends at most. */
const TRAIL_AT_ONCE = 1000;

/** The trail itself, five years; the chain goes on from an anchor (`createRetention`). */
export function trailRule(database: Database): RetentionRule {
  return {
    name: 'audit',
    due: async (db) => {
      const row = await db('audit_events')
        .whereRaw(`at < now() - interval '5 years'`)
        .count<{ n: number | string }[]>('* as n')
        .first();
      return Number(row?.n ?? 0);
    },
    end: async () => {
      const { rows } = await database.knex.raw('select end_trail(?) as n', [TRAIL_AT_ONCE]);
      return Number((rows as { n: number }[])[0]?.n ?? 0);
    },
  };
}

/** What a run would end now, a count each. */
export async function previewRetention(db: Db, rules: readonly RetentionRule[]): Promise<RetentionCounts> {
  const counts: RetentionCounts = {};
  for (const rule of rules) counts[rule.name] = await rule.due(db);
  return counts;
}

/** Takes today's run; false where another process has it, or had. One that began an hour ago and did not end is taken over. */
async function takeRun({ database }: Place, day: string): Promise<boolean> {
  const { rows } = await database.knex.raw(
    `insert into retention_runs (day) values (?)
     on conflict (day) do update set started_at = now()
       where retention_runs.finished_at is null and retention_runs.started_at < now() - interval '1 hour'
     returning day`,
    [day],
  );
  return (rows as unknown[]).length > 0;
}

/**
 * Ends what is due, once a day of Jakarta whatever the number of processes: in bounded pieces, each a transaction of its
 * own, so that a stop in between loses nothing. One row of the trail says how much of what. Null = today's run is another's.
 */
export async function runRetention(
  place: Place,
  rules: readonly RetentionRule[],
): Promise<RetentionCounts | null> {
  const day = jakartaDay(place.now());
  if (!(await takeRun(place, day))) return null;
  const counts: RetentionCounts = {};
  for (const rule of rules) {
    let ended = 0;
    for (let some = await rule.end(); some > 0; some = await rule.end()) ended += some;
    counts[rule.name] = ended;
  }
  await place.database.transaction(async (trx) => {
    await trx('retention_runs')
      .where({ day })
      .update({ finished_at: trx.fn.now(), counts: JSON.stringify(counts) });
    await audit(trx, { action: 'retention.ended', actor: null, subject: NIL_ID, details: { day, counts } });
  });
  return counts;
}

/** The chore that does it; its first turn comes soon, so that a process that is started anew each day does it too. */
export function retentionChore(place: Place, log: Logger, rules: readonly RetentionRule[]): Chore {
  return {
    name: 'retention',
    everyMs: HOUR_MS,
    firstMs: 5 * MINUTE_MS,
    work: async () => {
      const counts = await runRetention(place, rules);
      if (counts !== null) log.info({ event: 'retention', counts });
    },
  };
}
