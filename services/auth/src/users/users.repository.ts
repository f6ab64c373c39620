import type { User } from '@gerbang/contracts/accounts.types';
import type { Role } from '@gerbang/domain/roles';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { conflict, isUniqueViolation } from '../accounts/conflicts.ts';

/** A row of `users` as the service works with it. */
export interface Account {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
  readonly role: Role;
  readonly contact_phone: string | null;
  readonly created_at: Date;
  readonly must_change_password: boolean;
  readonly password_hash: string;
  readonly session_epoch: number;
  /** Raised by every change; others keep their copies by it. */
  readonly version: number;
  readonly deleted_at: Date | null;
}

export const USER_COLUMNS = [
  'id',
  'name',
  'email',
  'role',
  'contact_phone',
  'created_at',
  'must_change_password',
] as const;
export const ACCOUNT_COLUMNS = [
  ...USER_COLUMNS,
  'password_hash',
  'session_epoch',
  'version',
  'deleted_at',
] as const;

export type UserRow = Pick<Account, (typeof USER_COLUMNS)[number]>;

/** The user object of every answer: built field by field, never the row. */
export function toUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    contact_phone: row.contact_phone,
    created_at: new Date(row.created_at).toISOString(),
    must_change_password: row.must_change_password,
  };
}

const CURRENT_USER = `select ${USER_COLUMNS.join(', ')} from users where id = $1 and deleted_at is null`;

/** The caller's own user, by one prepared statement (A01 is the most frequent call of all). */
export async function currentUser(database: Database, id: string): Promise<UserRow | undefined> {
  const [row] = await database.prepared<UserRow>('auth_current_user', CURRENT_USER, [id]);
  return row;
}

/** The active account with this id. */
export async function accountById(db: Db, id: string): Promise<Account | undefined> {
  return db('users')
    .select(ACCOUNT_COLUMNS)
    .where({ id })
    .whereNull('deleted_at')
    .first<Account | undefined>();
}

/** The active account with this id, locked for a change until the transaction ends. */
export async function lockAccount(trx: Db, id: string): Promise<Account | undefined> {
  return trx('users')
    .select(ACCOUNT_COLUMNS)
    .where({ id })
    .whereNull('deleted_at')
    .forNoKeyUpdate()
    .first<Account | undefined>();
}

/** The active account with this e-mail, locked for a change until the transaction ends. */
export async function lockAccountByEmail(trx: Db, email: string): Promise<Account | undefined> {
  return trx('users')
    .select(ACCOUNT_COLUMNS)
    .where({ email })
    .whereNull('deleted_at')
    .forNoKeyUpdate()
    .first<Account | undefined>();
}

/** The active account that a canonical identifier names: an e-mail, its own number, or its profile's verified one. */
export async function accountByIdentifier(db: Db, identifier: string): Promise<Account | undefined> {
  const found = db('users').select(ACCOUNT_COLUMNS).whereNull('deleted_at');
  if (identifier.includes('@')) found.where('email', identifier);
  else {
    found.whereRaw('(contact_phone = ? or id = (select user_id from login_phones where phone = ?))', [
      identifier,
      identifier,
    ]);
  }
  return found.first<Account | undefined>();
}

/** The active accounts that log in by a number. */
export async function phoneOwners(db: Db, phone: string): Promise<string[]> {
  const { rows } = await db.raw(
    `select id from users where contact_phone = ? and deleted_at is null
     union select user_id from login_phones where phone = ?`,
    [phone, phone],
  );
  return (rows as Array<{ id: string }>).map((row) => row.id);
}

/** Accounts in the order of their ids, closed ones too. */
export async function accountsAfter(db: Db, after: string | null, limit: number): Promise<Account[]> {
  const rows = db('users').select<Account[]>(ACCOUNT_COLUMNS).orderBy('id').limit(limit);
  if (after !== null) rows.where('id', '>', after);
  return rows;
}

export interface NewAccount {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
  readonly role: Role;
  readonly contact_phone: string | null;
  readonly password_hash: string;
  readonly must_change_password?: boolean;
  readonly demo?: boolean;
}

export async function insertAccount(trx: Db, account: NewAccount): Promise<Account> {
  const [row] = await trx('users').insert(account).returning<Account[]>(ACCOUNT_COLUMNS);
  if (!row) throw new Error('insert returned no row');
  return row;
}

export interface AccountChange {
  readonly name?: string;
  readonly email?: string;
  readonly role?: Role;
  readonly contact_phone?: string | null;
  readonly password_hash?: string;
  readonly must_change_password?: boolean;
  readonly deleted?: boolean;
  /** Ends the sessions of before: raises the epoch. */
  readonly endSessions?: boolean;
}

/** Writes a change to an account that the caller has locked. */
export async function changeAccount(trx: Db, id: string, change: AccountChange): Promise<Account> {
  const { endSessions, deleted, ...columns } = change;
  const [row] = await trx('users')
    .where({ id })
    .update({
      ...columns,
      updated_at: trx.fn.now(),
      version: trx.raw('version + 1'),
      ...(deleted ? { deleted_at: trx.fn.now() } : {}),
      ...(endSessions ? { session_epoch: trx.raw('session_epoch + 1') } : {}),
    })
    .returning<Account[]>(ACCOUNT_COLUMNS);
  if (!row) throw new Error('update found no row');
  return row;
}

/** Stores a hash with today's parameters, unless the password changed meanwhile. */
export async function rehash(db: Db, id: string, from: string, to: string): Promise<void> {
  await db('users').where({ id, password_hash: from }).update({ password_hash: to });
}

/** Whether an account for demonstration is in the database. */
export async function hasDemoAccount(db: Db): Promise<boolean> {
  return Boolean(await db('users').select('id').where({ demo: true }).whereNull('deleted_at').first());
}

const EMAIL_TAKEN = { path: 'email', message: 'Email sudah terdaftar' };
const phoneTaken = (path: string) => ({ path, message: 'Nomor telepon sudah terdaftar' });

/** 409 with a row for the e-mail and the phone that another account has. */
export async function refuseTaken(
  db: Db,
  wanted: { email?: string; phone?: string | null },
  phoneField: string,
  self?: string,
): Promise<void> {
  const emailOwner = wanted.email
    ? await db('users')
        .select('id')
        .where('email', wanted.email)
        .whereNull('deleted_at')
        .first<{ id: string }>()
    : undefined;
  const owners = wanted.phone ? await phoneOwners(db, wanted.phone) : [];
  const issues = [
    ...(emailOwner && emailOwner.id !== self ? [EMAIL_TAKEN] : []),
    ...(owners.some((owner) => owner !== self) ? [phoneTaken(phoneField)] : []),
  ];
  const [first] = issues;
  if (first) throw conflict(first === EMAIL_TAKEN ? 'email_taken' : 'phone_taken', first.message, issues);
}

/** Whether the database refused a number that another account logs in by. */
export function isPhoneViolation(error: unknown): boolean {
  return ['users_phone_active', 'login_phones_free', 'login_phones_phone_key'].some((name) =>
    isUniqueViolation(error, name),
  );
}

/** Runs a write; what loses a race for an e-mail or a phone becomes the same 409 as a used one. */
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
