import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

type Row = Tables['pay_tokens'];

/** The provider's token as it was kept, sealed. */
export async function readToken(db: Db, provider: string): Promise<Row | undefined> {
  return db('pay_tokens').where({ provider }).first<Row | undefined>();
}

/** Lets one process at a time fetch a token, until its transaction ends. */
export async function lockTokens(trx: Db): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('pay-token', 0))`);
}

/** Keeps a new token in the place of the former. */
export async function saveToken(trx: Db, row: Row): Promise<void> {
  await trx('pay_tokens').insert(row).onConflict('provider').merge();
}

/** A number that no other request or call has. */
export async function nextNumber(db: Db): Promise<number> {
  const { rows } = await db.raw(`select nextval('pay_numbers') as number`);
  return Number((rows as { number: number }[])[0]?.number);
}
