import type { EventPayload } from '@gerbang/contracts/events';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import { newestOf } from '@gerbang/service-kit/data/copies';
import { type Db, preparedIn } from '@gerbang/service-kit/data/database';
import { createSealer, type KeyRing, type Sealer } from '@gerbang/service-kit/data/sealing';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Knex } from 'knex';
import type { Tables } from '../database.types.ts';
import { forgetAddress, openAddresses } from './blocked-addresses.repository.ts';
import { recipientKey, recipientKeys } from './recipient-key.ts';

const SAVE = `
  with told as materialized (
    select * from jsonb_to_recordset($1::jsonb) as t(id uuid, name text, role text, active boolean, version bigint,
      recipient_key text, phone_verified boolean, email text, tells_email boolean, phone_sealed text)
  ), saved as (
    insert into accounts as a (id, name, role, active, version, recipient_key, phone_verified, email, phone_sealed)
    select id, name, role, active, version, recipient_key, phone_verified, email, phone_sealed from told order by id
    on conflict (id) do update set name = excluded.name, role = excluded.role, active = excluded.active,
      version = excluded.version, recipient_key = excluded.recipient_key, phone_verified = excluded.phone_verified, phone_sealed = excluded.phone_sealed,
      email = (select case when tells_email then told.email else a.email end from told where told.id = a.id)
      where excluded.version >= a.version
    returning id
  )
  update notifications n set recipient_id = owner.id
  from jsonb_to_recordset($2::jsonb) as owner(id uuid, key text) join saved on saved.id = owner.id
  where n.recipient_key = owner.key and n.recipient_id is null`;

/**
 * Keeps what events say of accounts; the numbers as keyed hashes and sealed. An equal version is written again, so that a replay
 * renews the hashes after the column keys were rotated. Of the addresses that they have proved those are kept that no
 * letter came back from. Messages that came before their account are given to it.
 */
export async function saveAccounts(
  trx: Knex.Transaction,
  keys: KeyRing,
  accounts: readonly EventPayload<'account.changed'>[],
): Promise<void> {
  const sealer = createSealer(keys);
  const newest = newestOf(accounts);
  const addressOf = ({ email, active }: (typeof newest)[number]) => (active ? (email ?? null) : null);
  const open = await openAddresses(
    trx,
    keys,
    newest.flatMap((one) => addressOf(one) ?? []),
  );
  const rows = newest.map((one) => {
    const { id, name, role, active, version, phone, phone_verified = null } = one;
    const recipient_key = phone === null ? null : recipientKey(keys, phone);
    const address = addressOf(one);
    const email = address !== null && open.has(address) ? address : null;
    const tells_email = one.email !== undefined;
    const phone_sealed = phone === null || !active ? null : sealer.seal(phone, phoneAad(id));
    return {
      id,
      name,
      role,
      active,
      version,
      recipient_key,
      phone_verified,
      email,
      tells_email,
      phone_sealed,
    };
  });
  const owners = newest.flatMap(({ id, phone, active }) =>
    phone !== null && active ? recipientKeys(keys, phone).map((key) => ({ id, key })) : [],
  );
  await preparedIn(trx)('accounts_keep', SAVE, [JSON.stringify(rows), JSON.stringify(owners)]);
}

/** The additional authenticated data of an account's sealed number. */
export const phoneAad = (id: string) => `accounts:phone:${id}`;

/** An account as messages are sent to it. */
export type Recipient = Pick<
  Tables['accounts'],
  'id' | 'name' | 'recipient_key' | 'phone_sealed' | 'phone_verified'
>;

/** An account that is in use; undefined where there is none. */
export async function activeAccount(db: Db, id: string): Promise<(Recipient & { role: string }) | undefined> {
  return db('accounts')
    .where({ id, active: true })
    .first('id', 'name', 'role', 'recipient_key', 'phone_sealed', 'phone_verified');
}

/**
 * The present number of an account; null where it has none, or where no event has told it since numbers are kept. It is held
 * to its hash: during an update a program of the release before renews the hash alone.
 */
export function presentPhone(
  { columns, columnKeys }: { readonly columns: Sealer; readonly columnKeys: KeyRing },
  { id, recipient_key: key, phone_sealed: sealed }: Pick<Recipient, 'id' | 'recipient_key' | 'phone_sealed'>,
): string | null {
  if (sealed === null || key === null) return null;
  const phone = String(columns.open(sealed, phoneAad(id)));
  return recipientKeys(columnKeys, phone).includes(key) ? phone : null;
}

const accountOf = (db: Db, id: string) =>
  db('accounts')
    .where({ id })
    .first<Tables['accounts'] | undefined>('name', 'recipient_key', 'phone_verified', 'email');

/** Whether an account has an address that letters may go to. */
export async function takesLetters(db: Db, id: string): Promise<boolean> {
  return Boolean((await accountOf(db, id))?.email);
}

/** The caller for the trail; the name is the account's at this moment. */
export async function actorOf(db: Db, caller: Caller): Promise<Actor> {
  const account = await accountOf(db, caller.id);
  return { id: caller.id, name: account?.name ?? null, role: caller.role };
}

/**
 * Deletes an account's inbox, what it chose, what was sent to it, also before it was known, and what is kept of its address and
 * its number; what still waits is sent first. The count of a number that it has not proved stays: the number may be another
 * person's, whom the count spares messages.
 */
export async function deleteSentTo(trx: Db, id: string): Promise<void> {
  for (const table of ['inbox', 'message_settings', 'family_contacts'])
    await trx(table).where({ account_id: id }).delete();
  const account = await accountOf(trx, id);
  await forgetAddress(trx, id);
  if (account?.recipient_key && account.phone_verified !== false) {
    await trx('recipient_counts').where({ recipient_key: account.recipient_key }).delete();
  }
  await trx('notifications')
    .whereNotIn('status', ['pending', 'retry'])
    .andWhere((own) => {
      void own.where({ recipient_id: id });
      if (account?.recipient_key) {
        void own.orWhere(
          (same) => void same.where({ recipient_key: account.recipient_key }).whereNull('recipient_id'),
        );
      }
    })
    .delete();
}
