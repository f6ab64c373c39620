import type { Database, Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';
import { giveBackPlace } from './registration-places.repository.ts';
import { handColumns } from './hands.repository.ts';

/** An account; `version` rises with every change, and other services keep their copies by it. */
export type Account = Tables['users'];

export const USER_COLUMNS = [
  'id',
  'name',
  'email',
  'role',
  'contact_phone',
  'created_at',
  'must_change_password',
  'pending_phone',
  'phone_verified_at',
  'email_verified_at',
  'pending_email',
] as const;

export type UserRow = Pick<Account, (typeof USER_COLUMNS)[number]>;

/** The domain of the address of an account that was made without one. */
export const NO_EMAIL_DOMAIN = 'tanpa-email.invalid';

/** The domain of an account's address after another account has proved the former one. */
export const RELEASED_DOMAIN = 'dilepas.invalid';
/** Whether an account's address is no address: released to another account, or never given. */
export const isReleasedEmail = (email: string): boolean =>
  email.endsWith(`@${RELEASED_DOMAIN}`) || email.endsWith(`@${NO_EMAIL_DOMAIN}`);

const CURRENT_USER = `select ${USER_COLUMNS.join(', ')} from users where id = $1 and deleted_at is null`;

/** The caller's user by a prepared statement, because `getUser` is the most frequent call of all. */
export async function currentUser(database: Database, id: string): Promise<UserRow | undefined> {
  const [row] = await database.prepared<UserRow>('auth_current_user', CURRENT_USER, [id]);
  return row;
}

/** Whether an active account logs in by this e-mail. */
export async function identifierHeld(db: Db, email: string): Promise<boolean> {
  return Boolean(await db('users').where({ email }).whereNull('deleted_at').first('id'));
}

/** The active account with this id. */
export async function accountById(db: Db, id: string): Promise<Account | undefined> {
  return db('users').where({ id }).whereNull('deleted_at').first<Account | undefined>();
}

/** The active account with this id, locked for a change until the transaction ends. */
export async function lockAccount(trx: Db, id: string): Promise<Account | undefined> {
  return trx('users').where({ id }).whereNull('deleted_at').forNoKeyUpdate().first<Account | undefined>();
}

/** The active account that a canonical identifier names, an e-mail or a number, locked for a change until the transaction ends. */
export async function lockAccountByIdentifier(trx: Db, identifier: string): Promise<Account | undefined> {
  const rows = trx('users').whereNull('deleted_at').forNoKeyUpdate();
  if (identifierKind(identifier) === 'email') void rows.where({ email: identifier });
  else {
    const ofProfile = trx('login_phones').where({ phone: identifier }).select('user_id');
    void rows.andWhere((named) => void named.where({ contact_phone: identifier }).orWhereIn('id', ofProfile));
  }
  return rows.first<Account | undefined>();
}

/** The columns of `Account` by name: a prepared `select *` breaks when a migration adds one. */
export const ACCOUNT_COLUMNS = [
  ...USER_COLUMNS,
  'password_hash',
  'session_epoch',
  'demo',
  'updated_at',
  'deleted_at',
  'version',
] as const satisfies readonly (keyof Account)[];
const ACTIVE = `select ${ACCOUNT_COLUMNS.join(', ')} from users where deleted_at is null`;

/** SQL of the active account that a canonical identifier in a parameter names: an e-mail, its own number, or its profile's. */
export const accountNamed = {
  email: (identifier: string) => `${ACTIVE} and email = ${identifier}`,
  phone: (identifier: string) =>
    `${ACTIVE} and (contact_phone = ${identifier} or id = (select user_id from login_phones where phone = ${identifier})) limit 1`,
} as const;

/** Whether a canonical identifier is an e-mail, or a phone number. */
export const identifierKind = (identifier: string): keyof typeof accountNamed =>
  identifier.includes('@') ? 'email' : 'phone';

/** The active account that a canonical identifier names. */
export async function accountByIdentifier(
  database: Database,
  identifier: string,
): Promise<Account | undefined> {
  const kind = identifierKind(identifier);
  const [account] = await database.prepared<Account>(`auth_account_by_${kind}`, accountNamed[kind]('$1'), [
    identifier,
  ]);
  return account;
}

/** Another account than `self` that has the address, and whether it has proved it. */
export async function otherHolder(
  db: Db,
  email: string,
  self: string,
): Promise<Pick<Account, 'id' | 'email_verified_at'> | undefined> {
  return db('users')
    .where({ email })
    .whereNull('deleted_at')
    .whereNot({ id: self })
    .first<Pick<Account, 'id' | 'email_verified_at'> | undefined>('id', 'email_verified_at');
}

/** The account with this id, also a closed one, locked for a change until the transaction ends. */
export async function lockEvenClosed(trx: Db, id: string): Promise<Account | undefined> {
  return trx('users').where({ id }).forNoKeyUpdate().first<Account | undefined>();
}

// Any fixed number.
const ADMINISTRATION_LOCK = 727_002;

/** Waits until no other change of user administration runs, and keeps the others waiting until the transaction ends. */
export async function lockAdministration(trx: Db): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(?)', [ADMINISTRATION_LOCK]);
}

/** How many administrators are active. */
export async function countActiveAdmins(trx: Db): Promise<number> {
  const row = await trx('users')
    .where({ role: 'admin' })
    .whereNull('deleted_at')
    .count<{ count: string }[]>('id as count')
    .first();
  return Number(row?.count ?? 0);
}

/** The active administrators but this account. */
export async function otherAdmins(
  db: Db,
  id: string,
): Promise<Pick<Account, 'id' | 'contact_phone' | 'phone_verified_at'>[]> {
  return db('users')
    .where({ role: 'admin' })
    .whereNull('deleted_at')
    .whereNot({ id })
    .orderBy('id')
    .select('id', 'contact_phone', 'phone_verified_at');
}

/** Accounts in the order of their ids, closed ones too. */
export async function accountsAfter(db: Db, after: string | null, limit: number): Promise<Account[]> {
  const rows = db('users').select<Account[]>('*').orderBy('id').limit(limit);
  if (after !== null) rows.where('id', '>', after);
  return rows;
}

export type NewAccount = Pick<Account, 'id' | 'name' | 'email' | 'role' | 'contact_phone' | 'password_hash'> &
  Partial<
    Pick<
      Account,
      | 'must_change_password'
      | 'demo'
      | 'pending_phone'
      | 'phone_verified_at'
      | 'email_verified_at'
      | 'made_by'
      | 'hands_at'
    >
  >;

export async function insertAccount(trx: Db, account: NewAccount): Promise<Account> {
  const [row] = await trx('users').insert(account).returning<Account[]>('*');
  if (!row) throw new Error('insert returned no row');
  return row;
}

export type AccountChange = Partial<
  Pick<
    Account,
    | 'name'
    | 'email'
    | 'role'
    | 'contact_phone'
    | 'pending_phone'
    | 'pending_email'
    | 'password_hash'
    | 'must_change_password'
  >
> & {
  readonly deleted?: boolean;
  /** Marks the number, a new one or the present, as proved; without it a new number is not. */
  readonly phoneProved?: boolean;
  /** Marks the address, a new one or the present, as proved; without it a new address is not. */
  readonly emailProved?: boolean;
  /** The members of staff who give the account its new role, number or password; empty where its owner does. */
  readonly hands?: readonly string[];
  /** Raises the epoch, which ends all earlier sessions. */
  readonly endSessions?: boolean;
};

/** Writes a change to an account that the caller has locked. */
export async function changeAccount(trx: Db, id: string, change: AccountChange): Promise<Account> {
  const { endSessions, deleted, phoneProved, emailProved, hands = [], ...columns } = change;
  const { contact_phone: phone, email } = columns;
  const kept = trx.raw('case when contact_phone = ?::text then phone_verified_at end', [phone ?? null]);
  const keptEmail = trx.raw('case when email = ?::text then email_verified_at end', [email ?? null]);
  const [row] = await trx('users')
    .where({ id })
    .update({
      ...columns,
      updated_at: trx.fn.now(),
      version: trx.raw('version + 1'),
      ...handColumns(trx, columns, hands),
      ...(phone === undefined ? {} : { phone_verified_at: kept }),
      ...(email === undefined ? {} : { email_verified_at: keptEmail }),
      ...(emailProved ? { email_verified_at: trx.fn.now() } : {}),
      ...(phoneProved ? { phone_verified_at: trx.fn.now() } : {}),
      ...(deleted ? { deleted_at: trx.fn.now() } : {}),
      ...(endSessions ? { session_epoch: trx.raw('session_epoch + 1') } : {}),
    })
    .returning<Account[]>('*');
  if (!row) throw new Error('update found no row');
  if (phoneProved) await giveBackPlace(trx, id);
  return row;
}

/** Replaces a hash by one with the current parameters, unless the password has changed in the meantime. */
export async function rehash(db: Db, id: string, from: string, to: string): Promise<void> {
  await db('users').where({ id, password_hash: from }).update({ password_hash: to });
}

/** Inserts a demo account; undefined when its e-mail or phone is in use already. */
export async function insertDemoAccount(trx: Db, account: NewAccount): Promise<Account | undefined> {
  const [row] = await trx('users')
    .insert({
      ...account,
      demo: true,
      phone_verified_at: trx.fn.now(),
      email_verified_at: trx.fn.now(),
      // The people of a demo school have worked there for a while.
      hands_at: trx.raw(`now() - interval '30 days'`),
    })
    .onConflict()
    .ignore()
    .returning<Account[]>('*');
  return row;
}

/** Whether an active demo account is in the database. */
export async function hasDemoAccount(db: Db): Promise<boolean> {
  return Boolean(await db('users').select('id').where({ demo: true }).whereNull('deleted_at').first());
}
