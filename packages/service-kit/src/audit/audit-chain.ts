import { createHash, createHmac } from 'node:crypto';
import type { Database, Db } from '../data/database.ts';
import { secretKey } from '../data/keyed-hash.ts';

const ROWS_AT_ONCE = 1000;
// Any fixed number: only one process seals at a time.
const SEALING_LOCK = 727_001;

interface TrailRow {
  readonly id: string;
  readonly text: string;
}

// The database writes each row as text in one fixed form, so that sealing and checking read the same.
const ROW_TEXT = `(to_jsonb(e) || jsonb_build_object('at', extract(epoch from e.at)))::text`;

/**
 * How a link was made. With the database alone a plain chain can be made anew after a change, a keyed one cannot. Links
 * from before the key stay plain: the first keyed one holds the hash before it, and so all of them.
 */
const KEYED = 'hmac-sha256';

/** The hash of a row under the hash of the row before it; without a key the plain one. */
function link(key: Buffer | null, previous: Buffer, text: string): Buffer {
  const hash = key === null ? createHash('sha256') : createHmac('sha256', secretKey(key));
  return hash.update(previous).update(text).digest();
}

/** The start of the chain: the last link that retention deleted, or an empty hash. */
export async function anchorOf(db: Db): Promise<{ hash: Buffer; position: number }> {
  const anchor = await db('audit_anchors')
    .orderBy('position', 'desc')
    .first<{ hash: Buffer; position: number } | undefined>('hash', 'position');
  return anchor
    ? { hash: anchor.hash, position: Number(anchor.position) }
    : { hash: Buffer.alloc(32), position: 0 };
}

/** Positions are given in the order of the rows. */
const APPEND = `
  insert into audit_chain (event_id, hash, method)
  select id, hash, '${KEYED}' from unnest(?::uuid[], ?::bytea[]) with ordinality as links(id, hash, at) order by at`;

/** Appends the committed rows that are not in the hash chain yet, under `AUDIT_KEY`; returns how many. */
export async function sealAudit(database: Database, key: Buffer): Promise<number> {
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
    const links = (rows as TrailRow[]).map(({ id, text }) => {
      hash = link(key, hash, text);
      return { id, hash };
    });
    if (links.length > 0) await trx.raw(APPEND, [links.map(({ id }) => id), links.map((one) => one.hash)]);
    return links.length;
  });
}

/**
 * The first position whose hash does not match its row and predecessor, or that is plain after a keyed one; null = the
 * chain is intact. Reads in batches, so that no statement runs long.
 */
export async function brokenLink(db: Db, key: Buffer): Promise<number | null> {
  // Retention deletes old rows and leaves an anchor from which the chain continues (`end_trail`).
  const anchor = await anchorOf(db);
  let { hash, position } = anchor;
  let keyed = false;
  for (;;) {
    const { rows } = await db.raw(
      `select c.position, c.hash, c.method = '${KEYED}' as keyed, ${ROW_TEXT} as text
       from audit_chain c left join audit_events e on e.id = c.event_id
       where c.position > ? order by c.position limit ${ROWS_AT_ONCE}`,
      [position],
    );
    const links = rows as Array<{ position: number; hash: Buffer; keyed: boolean; text: string | null }>;
    for (const row of links) {
      position = Number(row.position);
      hash = link(row.keyed ? key : null, hash, row.text ?? '');
      if (!hash.equals(row.hash) || (keyed && !row.keyed)) return position;
      keyed = row.keyed;
    }
    if (links.length < ROWS_AT_ONCE) return null;
  }
}
