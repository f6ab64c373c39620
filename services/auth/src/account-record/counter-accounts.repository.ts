import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

export type CounterAccount = Tables['counter_accounts'];

/** Keeps who made an account at the counter, or by which import. */
export async function insertCounterAccount(
  trx: Db,
  userId: string,
  madeBy: string,
  importId: string | null = null,
): Promise<void> {
  await trx('counter_accounts').insert({ user_id: userId, made_by: madeBy, import_id: importId });
}

/** The account as it was made at the counter; undefined where it was not, or its family has set a password. */
export async function counterAccount(db: Db, userId: string): Promise<CounterAccount | undefined> {
  return db('counter_accounts').where({ user_id: userId }).first<CounterAccount | undefined>();
}

/** Notes that the account was invited. */
export async function markInvited(trx: Db, userId: string): Promise<void> {
  await trx('counter_accounts').where({ user_id: userId }).update({ invited_at: trx.fn.now() });
}

/** Forgets that the account was made at the counter: its family has set a password. */
export async function forgetCounterAccount(trx: Db, userId: string): Promise<void> {
  await trx('counter_accounts').where({ user_id: userId }).delete();
}

/** The school's name of this moment; null before the first event about the school. */
export async function schoolName(db: Db): Promise<string | null> {
  const row = await db('school').first<{ name: string | null } | undefined>(
    db.raw(`settings ->> 'name' as name`),
  );
  return row?.name ?? null;
}
