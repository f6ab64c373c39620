import type { Db } from '@gerbang/service-kit/data/database';
import type { LoginGuard } from '../accounts/login-guard.ts';
import type { Account } from '../users/users.repository.ts';

/** The verified number of a profile, by which its account can log in besides its own. */
export interface LoginPhone {
  readonly phone: string | null;
  /** The profile's version that said so; an older one changes nothing. */
  readonly profile_version: number;
}

/** What is known of an account's second number; the account must be locked for a change. */
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

/** Frees the second number of an account that is closed. */
export async function forgetLoginPhone(trx: Db, userId: string): Promise<void> {
  await trx('login_phones').where({ user_id: userId }).delete();
}

/** The keys under which tries are counted, of everything that an account logs in by. */
export async function loginKeysOf(guard: LoginGuard, db: Db, account: Account): Promise<string[]> {
  const second = await loginPhoneOf(db, account.id);
  return [...guard.keysOf(account), ...(second?.phone ? [guard.key(second.phone)] : [])];
}
