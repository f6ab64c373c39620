import type { Database, Db, Prepared } from '../data/database.ts';

/** More than Redis can lose when it writes to disk each second. */
const TAIL_SECONDS = 15;

/** The outbox, and the one that programs of the release before write, a row a queue, while an update runs. */
export const OUTBOXES = ['outbox_events', 'outbox'] as const;
export type OutboxTable = (typeof OUTBOXES)[number];

/** The column that says where an event goes: a topic, in the former outbox a queue. */
const TO = { outbox_events: 'topic', outbox: 'queue' } as const satisfies Record<OutboxTable, string>;

export interface ClaimedEvent {
  readonly id: string;
  readonly type: string;
  readonly to: string;
  readonly version: number;
  readonly sealed: string;
  readonly request_id: string | null;
}

const claim = (table: OutboxTable) => `
  with due as (
    select id from ${table} where relayed_at is null and ${TO[table]} = any($2) order by id limit $3
    for update skip locked
  )
  update ${table} o set relayed_at = now(), relayed_to = $1 from due where o.id = due.id
  returning o.id, o.type, o.${TO[table]} as "to", o.version, o.sealed, o.request_id`;

/**
 * Marks the next rows, at most `most`, as sent to this generation of the queue's store and returns them. The caller commits when the queue
 * has them. Rows for other places than `known` stay: a newer program wrote them, and its relay sends them.
 */
export async function claimEvents(
  run: Prepared,
  table: OutboxTable,
  generation: string,
  { known, most }: { readonly known: readonly string[]; readonly most: number },
): Promise<ClaimedEvent[]> {
  return run<ClaimedEvent>(`relay_${table}`, claim(table), [generation, known, most]);
}

const WAITS = Object.fromEntries(
  OUTBOXES.map((table) => [
    table,
    `select exists (select from ${table} where relayed_at is null and ${TO[table]} = any($1)) as waits`,
  ]),
) as Record<OutboxTable, string>;

/** Whether a row for one of these places is to be sent. */
export async function anyWaits(
  database: Database,
  table: OutboxTable,
  known: readonly string[],
): Promise<boolean> {
  const [row] = await database.prepared<{ waits: boolean }>(`relay_waits_${table}`, WAITS[table], [known]);
  return row?.waits ?? false;
}

/**
 * Lets events be sent again that the queue's store may have lost: all of them if it was emptied, the last seconds if it
 * restarted, because it writes to disk each second. Consumers skip the events that they have handled.
 */
export async function unmarkLost(db: Db, table: OutboxTable, current: string): Promise<void> {
  await db.raw(
    `update ${table} o set
       relayed_at = case
         when split_part(o.relayed_to, '/', 1) = split_part(:current, '/', 1)
           and o.relayed_at < life.ended - make_interval(secs => :tail) then o.relayed_at
       end,
       relayed_to = :current
     from (select relayed_to, max(relayed_at) as ended from ${table} where relayed_at is not null group by 1) life
     where o.relayed_at is not null and o.relayed_to is distinct from :current
       and life.relayed_to is not distinct from o.relayed_to`,
    { current, tail: TAIL_SECONDS },
  );
}

const WAITING = OUTBOXES.map((table) => `select created_at from ${table} where relayed_at is null`).join(
  ' union all ',
);

/** The number of unsent rows, and the age in seconds of the oldest; 0 if there is none. For the metrics. */
export async function waitingEvents({ knex }: Database): Promise<{ count: number; age: number }> {
  const { rows } = await knex.raw(
    `select count(*)::int as count, coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as age
     from (${WAITING}) as waiting`,
  );
  return (rows as { count: number; age: number }[])[0] ?? { count: 0, age: 0 };
}

/** Deletes what was sent more than a day ago: until then the queue may lose it. */
export const SWEEP_OUTBOXES = OUTBOXES.map(
  (table) => `delete from ${table} where relayed_at < now() - interval '1 day';`,
).join('\n');
