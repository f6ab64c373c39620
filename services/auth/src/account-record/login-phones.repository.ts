import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';
import type { Account } from './users.repository.ts';

/** The verified number of a profile, with which its account can log in as well, and the profile's version. */
export type LoginPhone = Pick<Tables['login_phones'], 'phone' | 'profile_version'>;

/** The second number of an account; lock the account before a change. */
export async function loginPhoneOf(db: Db, userId: string): Promise<LoginPhone | undefined> {
  return db('login_phones')
    .select('phone', 'profile_version')
    .where({ user_id: userId })
    .first<LoginPhone | undefined>();
}

/** Writes the second number of an account; the database refuses one that another account has. */
export async function saveLoginPhone(
  trx: Db,
  userId: string,
  phone: string | null,
  profileVersion: number,
): Promise<void> {
  await trx('login_phones')
    .insert({ user_id: userId, phone, profile_version: profileVersion })
    .onConflict('user_id')
    .merge({ phone, profile_version: profileVersion, updated_at: trx.fn.now() });
}

/** Names the counters of identifiers. */
interface CounterKeys {
  readonly keysOf: (account: Account) => string[];
  readonly key: (identifier: string) => string;
}

/** The keys under which failed logins are counted, of all identifiers of an account. */
export async function loginKeysOf(guard: CounterKeys, db: Db, account: Account): Promise<string[]> {
  const second = await loginPhoneOf(db, account.id);
  return [...guard.keysOf(account), ...(second?.phone ? [guard.key(second.phone)] : [])];
}
