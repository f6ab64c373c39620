import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { audit } from '../audit/audit.ts';
import { NIL_ID } from './erasure.ts';
import type { Database, Db } from './database.ts';
import type { Logger } from '../program/logger.ts';
import { type Chore, HOUR_MS, MINUTE_MS } from '../program/timers.ts';

/** A kind of data that is deleted after its retention period (UU 27/2022, articles 42–44). */
export interface RetentionRule {
  readonly name: string;
  /** Counts what is due; changes nothing. */
  due(db: Db): Promise<number>;
  /** Deletes a bounded number; returns how many, 0 when none is left. */
  end(): Promise<number>;
}

/** Maximum rows that one call of a rule ends. */
const AT_ONCE = 1000;

/** Ends the rows of a table that fulfil a condition, the oldest first, by a statement that names no rows. */
export function rowRule(
  database: Database,
  name: string,
  table: string,
  {
    condition,
    end,
    oldest = 'id',
  }: { readonly condition: string; readonly end: string; readonly oldest?: string },
): RetentionRule {
  return {
    name,
    due: async (db) => {
      const { rows } = await db.raw(`select count(*)::integer as n from ${table} where ${condition}`);
      return (rows as { n: number }[])[0]?.n ?? 0;
    },
    end: async () => {
      const { rowCount } = await database.knex.raw(
        `${end} where id in (
           select id from ${table} where ${condition} order by ${oldest} limit ${AT_ONCE} for update skip locked)`,
      );
      return rowCount as number;
    },
  };
}

export type RetentionCounts = Record<string, number>;

interface Place {
  readonly database: Database;
  readonly now: () => Date;
}

/** The audit trail: five years; the hash chain continues from an anchor (`end_trail`). */
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
      const { rows } = await database.knex.raw('select end_trail(?) as n', [AT_ONCE]);
      return Number((rows as { n: number }[])[0]?.n ?? 0);
    },
  };
}

/** What a run would delete now, by rule. */
export async function previewRetention(db: Db, rules: readonly RetentionRule[]): Promise<RetentionCounts> {
  const counts: RetentionCounts = {};
  for (const rule of rules) counts[rule.name] = await rule.due(db);
  return counts;
}

/** Claims today's run; false if another process has it or had it. A run that has not finished after an hour is taken over. */
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
 * Deletes what is due, once a day (Jakarta time) across all processes, in bounded transactions, so that a stop in
 * between loses nothing. An audit event records the counts. Null = another process has today's run.
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

/** The chore for it; the first run comes soon, so that a process that restarts daily runs it too. */
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
