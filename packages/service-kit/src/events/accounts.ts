import type { Role } from '@gerbang/domain/roles';
import type { EventPayload } from '@gerbang/contracts/events';
import { saveNewer } from '../data/copies.ts';
import type { Db } from '../data/database.ts';

/** What a service knows of an account: the copy that auth's events keep (Precisions, Family). */
export interface AccountCopy {
  readonly id: string;
  readonly name: string | null;
  readonly role: Role;
  /** The login phone, E.164: where every message to this person goes. */
  readonly phone: string | null;
  readonly active: boolean;
  readonly version: number;
}

/** The copy of an account; undefined where its event has not come yet. */
export async function accountOf(db: Db, userId: string): Promise<AccountCopy | undefined> {
  return db('accounts')
    .select('id', 'name', 'role', 'phone', 'active', 'version')
    .where({ id: userId })
    .first<AccountCopy | undefined>();
}

/** Keeps what an event says of an account unless the copy is as new already; answers whether it was written. */
export async function saveAccount(trx: Db, account: EventPayload<'account.changed'>): Promise<boolean> {
  const { id, name, role, phone, active, version } = account;
  return (await saveNewer(trx, 'accounts', [{ id, name, role, phone, active, version }])) === 1;
}
