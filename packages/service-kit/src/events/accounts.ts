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

/** The account; undefined if its event has not arrived yet. */
export async function accountOf(db: Db, userId: string): Promise<AccountCopy | undefined> {
  return db('accounts')
    .select('id', 'name', 'role', 'phone', 'active', 'version')
    .where({ id: userId })
    .first<AccountCopy | undefined>();
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
