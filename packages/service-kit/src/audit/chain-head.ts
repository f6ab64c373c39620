import { z } from 'zod';
import type { Db } from '../data/database.ts';
import { anchorOf } from './audit-chain.ts';

/** How long the trail is kept. */
const TRAIL_KEPT = '5 years';

const chainHeadSchema = z.object({
  position: z.int(),
  hash: z.string(),
  /** When the row of the link was written. */
  at: z.string(),
});

/** The last link of a chain, noted where the database's owner cannot change it: a log, a figure, a backup. */
export type ChainHead = z.output<typeof chainHeadSchema>;

/** The last links of the trails by service, as a backup notes them. */
export const trailNoteSchema = z.object({ made: z.string(), trails: z.record(z.string(), chainHeadSchema) });
export type TrailNote = z.output<typeof trailNoteSchema>;

/** SQL of the last link, whatever the version of the schema; no row where nothing is sealed. */
export const CHAIN_HEAD = `select c.position::int as position, encode(c.hash, 'hex') as hash, to_jsonb(e.at) #>> '{}' as at
  from audit_chain c join audit_events e on e.id = c.event_id order by c.position desc limit 1`;

/** The last link; null where nothing is sealed. */
export async function chainHead(db: Db): Promise<ChainHead | null> {
  const { rows } = await db.raw(CHAIN_HEAD);
  return (rows as ChainHead[])[0] ?? null;
}

/** What became of the link that was once noted as the last one; null = the chain still holds it. */
export async function lostHead(db: Db, head: ChainHead): Promise<'rewritten' | 'cut' | null> {
  const found = await db('audit_chain').where({ position: head.position }).first<{ hash: Buffer }>('hash');
  if (found) return found.hash.toString('hex') === head.hash ? null : 'rewritten';
  // Retention ends links from the start of the chain, none earlier than its time.
  const { rows } = await db.raw(`select ?::timestamptz < now() - interval '${TRAIL_KEPT}' as due`, [head.at]);
  const ended = (rows as { due: boolean }[])[0]?.due && (await anchorOf(db)).position >= head.position;
  return ended ? null : 'cut';
}
