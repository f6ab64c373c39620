import type { Database, Db } from '../data/database.ts';
import type { Logger } from '../program/logger.ts';
import type { RecordCheck } from '../program/process-figures.ts';
import { type Chore, DAY_MS, MINUTE_MS } from '../program/timers.ts';
import { createHash } from 'node:crypto';

const ROWS_AT_ONCE = 1000;
// Any fixed number: only one process seals at a time.
const SEALING_LOCK = 727_001;

interface TrailRow {
  readonly id: string;
  readonly text: string;
}

// The database writes each row as text in one fixed form, so that sealing and checking read the same.
const ROW_TEXT = `(to_jsonb(e) || jsonb_build_object('at', extract(epoch from e.at)))::text`;

/** The hash of a row under the hash of the row before it. */
function link(previous: Buffer, text: string): Buffer {
  return createHash('sha256').update(previous).update(text).digest();
}

/** The start of the chain: the last link that retention deleted, or an empty hash. */
async function anchorOf(db: Db): Promise<{ hash: Buffer; position: number }> {
  const anchor = await db('audit_anchors')
    .orderBy('position', 'desc')
    .first<{ hash: Buffer; position: number } | undefined>('hash', 'position');
  return anchor
    ? { hash: anchor.hash, position: Number(anchor.position) }
    : { hash: Buffer.alloc(32), position: 0 };
}

/** Appends the committed rows that are not in the hash chain yet; returns how many. */
export async function sealAudit(database: Database): Promise<number> {
  return database.transaction(async (trx) => {
    const { rows: locks } = await trx.raw('select pg_try_advisory_xact_lock(?) as mine', [SEALING_LOCK]);
    if (!(locks as Array<{ mine: boolean }>)[0]?.mine) return 0;
    const { rows } = await trx.raw(
      `select e.id, ${ROW_TEXT} as text from audit_events e
       where not exists (select from audit_chain c where c.event_id = e.id)
       order by e.at, e.id limit ${ROWS_AT_ONCE}`,
    );
    const last = await trx('audit_chain')
      .select<{ hash: Buffer }[]>('hash')
      .orderBy('position', 'desc')
      .first();
    let hash = last?.hash ?? (await anchorOf(trx)).hash;
    for (const row of rows as TrailRow[]) {
      hash = link(hash, row.text);
      await trx('audit_chain').insert({ event_id: row.id, hash });
    }
    return rows.length;
  });
}

/**
 * The first position whose hash does not match its row and predecessor; null = the chain is intact. Reads in batches,
 * so that no statement runs long.
 */
export async function brokenLink(db: Db): Promise<number | null> {
  // Retention deletes old rows and leaves an anchor from which the chain continues (`createRetention`).
  const anchor = await anchorOf(db);
  let { hash, position } = anchor;
  for (;;) {
    const { rows } = await db.raw(
      `select c.position, c.hash, ${ROW_TEXT} as text
       from audit_chain c left join audit_events e on e.id = c.event_id
       where c.position > ? order by c.position limit ${ROWS_AT_ONCE}`,
      [position],
    );
    const links = rows as Array<{ position: number; hash: Buffer; text: string | null }>;
    for (const row of links) {
      position = Number(row.position);
      hash = link(hash, row.text ?? '');
      if (!hash.equals(row.hash)) return position;
    }
    if (links.length < ROWS_AT_ONCE) return null;
  }
}

/** Delay of the first check after a start; short, so that a process that restarts daily checks too. */
export const FIRST_CHECK_MS = 10 * MINUTE_MS;

/** Logs an error if the trail was tampered with, which takes more rights than the service has. */
export async function checkTrail(database: Database, log: Logger, record?: RecordCheck): Promise<void> {
  const position = await brokenLink(database.knex);
  if (position !== null) log.error({ event: 'audit_trail_broken', position });
  record?.('audit', position === null ? 0 : 1);
}

/** Chores that seal the audit trail each minute and check it each day. */
export function trailChores(database: Database, log: Logger, record?: RecordCheck): Chore[] {
  return [
    { name: 'seal', everyMs: MINUTE_MS, work: async () => void (await sealAudit(database)) },
    {
      name: 'trail',
      everyMs: DAY_MS,
      firstMs: FIRST_CHECK_MS,
      work: () => checkTrail(database, log, record),
    },
  ];
}
