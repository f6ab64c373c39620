import type { User } from '@gerbang/contracts/accounts.types';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';
import { conflict, isUniqueViolation } from '../accounts/conflicts.ts';

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

/** The user in a response, built field by field so that no other column leaks. */
export function toUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    // A wanted number is shown, but no account logs in by it before it is proved.
    contact_phone: row.contact_phone ?? row.pending_phone,
    phone_verified: row.phone_verified_at !== null,
    created_at: new Date(row.created_at).toISOString(),
    must_change_password: row.must_change_password,
  };
}

/** The caller's own user; which address is proved, and which is yet to be, is said only where the portal sends letters. */
export function toOwnUser(row: UserRow, { sendsLetters }: { readonly sendsLetters: boolean }): User {
  if (!sendsLetters) return toUser(row);
  const { email_verified_at, pending_email } = row;
  const email_verified = email_verified_at !== null;
  return { ...toUser(row), email_verified, ...(pending_email !== null && { pending_email }) };
}

/** The domain of an account's address after another account has proved the former one. */
export const RELEASED_DOMAIN = 'dilepas.invalid';
export const isReleasedEmail = (email: string): boolean => email.endsWith(`@${RELEASED_DOMAIN}`);

const CURRENT_USER = `select ${USER_COLUMNS.join(', ')} from users where id = $1 and deleted_at is null`;

/** The caller's user by a prepared statement, because `getUser` is the most frequent call of all. */
export async function currentUser(database: Database, id: string): Promise<UserRow | undefined> {
  const [row] = await database.prepared<UserRow>('auth_current_user', CURRENT_USER, [id]);
  return row;
}

/** The active account with this id. */
export async function accountById(db: Db, id: string): Promise<Account | undefined> {
  return db('users').where({ id }).whereNull('deleted_at').first<Account | undefined>();
}

/** The active account with this id, locked for a change until the transaction ends. */
export async function lockAccount(trx: Db, id: string): Promise<Account | undefined> {
  return trx('users').where({ id }).whereNull('deleted_at').forNoKeyUpdate().first<Account | undefined>();
}

/** The active account with this e-mail, locked for a change until the transaction ends. */
export async function lockAccountByEmail(trx: Db, email: string): Promise<Account | undefined> {
  return trx('users').where({ email }).whereNull('deleted_at').forNoKeyUpdate().first<Account | undefined>();
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

/** An account that logs in by a number, and whether it has proved the number; a profile's number always is. */
export interface Holder {
  readonly id: string;
  readonly proved: boolean;
}

/** SQL of the active accounts that log in by the number in the parameter `phone`, each once. */
export const holders = (phone: string) => `
  select id, bool_or(proved) as proved from (
    select id, phone_verified_at is not null as proved from users where contact_phone = ${phone} and deleted_at is null
    union all select user_id, true from login_phones where phone = ${phone}) as held
  group by id`;

/** The active accounts that log in by a number, each once. */
export async function holdersOf(db: Db, phone: string): Promise<Holder[]> {
  const { rows } = await db.raw(holders('?'), [phone, phone]);
  return rows as Holder[];
}

/**
 * SQL that keeps other writers of the number in the parameter `phone` waiting until the transaction ends; the tables'
 * triggers take the same lock.
 */
export const numberLock = (phone: string) =>
  `select pg_advisory_xact_lock(hashtextextended('login-phone:' || ${phone}, 0))`;

/** Takes `numberLock`. */
export async function lockNumber(trx: Db, phone: string): Promise<void> {
  await trx.raw(numberLock('?'), [phone]);
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
      'must_change_password' | 'demo' | 'pending_phone' | 'phone_verified_at' | 'email_verified_at'
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
  /** The same of the address. */
  readonly emailProved?: boolean;
  /** Raises the epoch, which ends all earlier sessions. */
  readonly endSessions?: boolean;
};

/** Writes a change to an account that the caller has locked. */
export async function changeAccount(trx: Db, id: string, change: AccountChange): Promise<Account> {
  const { endSessions, deleted, phoneProved, emailProved, ...columns } = change;
  const { contact_phone: phone, email } = columns;
  const kept = trx.raw('case when contact_phone = ?::text then phone_verified_at end', [phone ?? null]);
  const keptEmail = trx.raw('case when email = ?::text then email_verified_at end', [email ?? null]);
  const [row] = await trx('users')
    .where({ id })
    .update({
      ...columns,
      updated_at: trx.fn.now(),
      version: trx.raw('version + 1'),
      ...(phone === undefined ? {} : { phone_verified_at: kept }),
      ...(email === undefined ? {} : { email_verified_at: keptEmail }),
      ...(emailProved ? { email_verified_at: trx.fn.now() } : {}),
      ...(phoneProved ? { phone_verified_at: trx.fn.now() } : {}),
      ...(deleted ? { deleted_at: trx.fn.now() } : {}),
      ...(endSessions ? { session_epoch: trx.raw('session_epoch + 1') } : {}),
    })
    .returning<Account[]>('*');
  if (!row) throw new Error('update found no row');
  return row;
}

/** Replaces a hash by one with the current parameters, unless the password has changed in the meantime. */
export async function rehash(db: Db, id: string, from: string, to: string): Promise<void> {
  await db('users').where({ id, password_hash: from }).update({ password_hash: to });
}

/** Inserts a demo account; undefined when its e-mail or phone is in use already. */
export async function insertDemoAccount(trx: Db, account: NewAccount): Promise<Account | undefined> {
  const [row] = await trx('users')
    .insert({ ...account, demo: true, phone_verified_at: trx.fn.now(), email_verified_at: trx.fn.now() })
    .onConflict()
    .ignore()
    .returning<Account[]>('*');
  return row;
}

/** Removes the stored responses of an erased account's repeatable calls. */
export async function forgetIdempotencyKeys(trx: Db, userId: string): Promise<void> {
  await trx('idempotency_keys').where({ user_id: userId }).delete();
}

/** Whether an active demo account is in the database. */
export async function hasDemoAccount(db: Db): Promise<boolean> {
  return Boolean(await db('users').select('id').where({ demo: true }).whereNull('deleted_at').first());
}

const EMAIL_TAKEN = { path: 'email', message: 'Email sudah terdaftar' };
const phoneTaken = (path: string) => ({ path, message: 'Nomor telepon sudah terdaftar' });

/** Throws 409 with an issue each for the e-mail and the phone that another account has. */
export async function refuseTaken(
  db: Db,
  wanted: { email?: string; phone?: string | null },
  phoneField: string,
  { self, unprovedToo = true }: { readonly self?: string; readonly unprovedToo?: boolean } = {},
): Promise<void> {
  const emailOwner = wanted.email
    ? await db('users')
        .select('id')
        .where('email', wanted.email)
        .whereNull('deleted_at')
        .first<{ id: string }>()
    : undefined;
  const held = wanted.phone ? await holdersOf(db, wanted.phone) : [];
  refuse(phoneField, {
    email: emailOwner !== undefined && emailOwner.id !== self,
    phone: held.some(({ id, proved }) => id !== self && (proved || unprovedToo)),
  });
}

/** Throws 409 with an issue for each that is taken. */
export function refuse(
  phoneField: string,
  taken: { readonly email: boolean; readonly phone: boolean },
): void {
  const issues = [...(taken.email ? [EMAIL_TAKEN] : []), ...(taken.phone ? [phoneTaken(phoneField)] : [])];
  const [first] = issues;
  if (first) throw conflict(first === EMAIL_TAKEN ? 'email_taken' : 'phone_taken', first.message, issues);
}

/** Whether the database refused a phone number because another account logs in with it. */
export function isPhoneViolation(error: unknown): boolean {
  return ['users_phone_active', 'login_phones_free', 'login_phones_phone_key'].some((name) =>
    isUniqueViolation(error, name),
  );
}

/** Runs a write; one that loses a race for an e-mail or a phone throws the same 409 as `refuseTaken`. */
export async function orTaken<T>(phoneField: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_active')) {
      throw conflict('email_taken', EMAIL_TAKEN.message, [EMAIL_TAKEN]);
    }
    if (isPhoneViolation(error)) {
      const issue = phoneTaken(phoneField);
      throw conflict('phone_taken', issue.message, [issue]);
    }
    throw error;
  }
}
