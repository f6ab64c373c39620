import type { Role } from '@gerbang/domain/roles';
import type { EventPayload } from '@gerbang/contracts/events';
import type { Knex } from 'knex';
import { saveNewer } from '../data/copies.ts';
import type { Db } from '../data/database.ts';

/** A row of the read model of auth's accounts. */
export interface AccountCopy {
  readonly id: string;
  readonly name: string | null;
  readonly role: Role;
  /** The login phone in E.164; all messages go to it. */
  readonly phone: string | null;
  readonly active: boolean;
  readonly version: number;
}

/** Name and phone of a family's account, where the family's profile has none. */
export interface FromAccount {
  readonly name_from_account: string | null;
  readonly phone_from_account: string | null;
}

/**
 * The columns of `FromAccount`, each by itself: SQL over a table with the columns of the profile. The account is read only where
 * one of them is needed, which few families do.
 */
export const fromAccount = (profile: string, account = `${profile}.user_id`): string => `
  case when coalesce(${profile}.father_name, '') = '' and coalesce(${profile}.mother_name, '') = ''
    then (select named.name from accounts named where named.id = ${account}) end as name_from_account,
  case when coalesce(${profile}.contact_phone, '') = ''
    then (select named.phone from accounts named where named.id = ${account}) end as phone_from_account`;

const accounts = (db: Db) =>
  db('accounts').select<AccountCopy[]>('id', 'name', 'role', 'phone', 'active', 'version');

/** What transactions have read: a booking writes half a dozen rows in the name of one account, and a message to it. */
const read = new WeakMap<Db, Map<string, Promise<AccountCopy | undefined>>>();

const readAccount = async (db: Db, id: string) => accounts(db).where({ id }).first<AccountCopy | undefined>();

/** The account, read once a transaction; undefined if its event has not arrived yet. */
export async function accountOf(db: Db, userId: string): Promise<AccountCopy | undefined> {
  const known = read.get(db) ?? new Map<string, Promise<AccountCopy | undefined>>();
  const account = known.get(userId) ?? readAccount(db, userId);
  if (db.isTransaction) read.set(db, known.set(userId, account));
  return account;
}

/** Those of these accounts whose event has arrived, by id. */
export async function accountsOf(db: Db, userIds: readonly string[]): Promise<Map<string, AccountCopy>> {
  const [one, ...others] = new Set(userIds);
  if (one === undefined) return new Map();
  const rows =
    others.length === 0 ? [await accountOf(db, one)] : await accounts(db).whereIn('id', [one, ...others]);
  return new Map(rows.flatMap((account) => (account ? [[account.id, account]] : [])));
}

/** The first active account of this role, for demo data; undefined if its event has not arrived yet. */
export async function accountWith(
  db: Db,
  wanted: { readonly role: Role; readonly phone?: string },
): Promise<AccountCopy | undefined> {
  return db('accounts')
    .where({ ...wanted, active: true })
    .orderBy('id')
    .first<AccountCopy | undefined>();
}

/** Saves accounts from events unless the stored versions are as new; returns the ids of those written. */
export async function saveAccounts(
  trx: Knex.Transaction,
  accounts: readonly EventPayload<'account.changed'>[],
): Promise<string[]> {
  return saveNewer(
    trx,
    'accounts',
    accounts.map(({ id, name, role, phone, active, version }) => ({
      id,
      name,
      role,
      phone,
      active,
      version,
    })),
  );
}
