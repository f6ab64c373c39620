import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';
import { type Account, insertAccount, NO_EMAIL_DOMAIN } from './users.repository.ts';

export type CounterAccount = Tables['counter_accounts'];

interface NewFamily {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
  readonly password_hash: string;
}

/** Makes the account of a family at the counter, or by an import, and keeps who made it. */
export async function insertFamily(
  trx: Db,
  { id, name, phone, email, password_hash }: NewFamily,
  madeBy: string,
  importId: string | null = null,
): Promise<Account> {
  const account = await insertAccount(trx, {
    id,
    name,
    email: email ?? `${id}@${NO_EMAIL_DOMAIN}`,
    role: 'wali_murid',
    contact_phone: phone,
    password_hash,
    made_by: [madeBy],
  });
  await trx('counter_accounts').insert({ user_id: id, made_by: madeBy, import_id: importId });
  return account;
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
