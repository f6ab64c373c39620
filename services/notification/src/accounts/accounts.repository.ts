import type { EventPayload } from '@gerbang/contracts/events';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import { newestOf } from '@gerbang/service-kit/data/copies';
import type { Db } from '@gerbang/service-kit/data/database';
import type { KeyRing } from '@gerbang/service-kit/data/sealing';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Tables } from '../database.types.ts';
import { deleteInbox } from '../inbox/inbox.repository.ts';
import { forgetAddress, openAddresses } from '../letters/blocked-addresses.repository.ts';
import { recipientKey, recipientKeys } from '../delivery/recipient-key.ts';

/**
 * Keeps what events say of accounts; the numbers as keyed hashes alone. An equal version is written again, so that a replay
 * renews the hashes after the column keys were rotated. Messages that came before their account are given to it.
 */
export async function saveAccounts(
  trx: Db,
  keys: KeyRing,
  accounts: readonly EventPayload<'account.changed'>[],
): Promise<void> {
  const newest = newestOf(accounts);
  const rows = newest.map(({ id, name, role, active, version, phone, phone_verified = null }) => {
    const recipient_key = phone === null ? null : recipientKey(keys, phone);
    return { id, name, role, active, version, recipient_key, phone_verified };
  });
  const written: { id: string }[] = await trx('accounts')
    .insert(rows)
    .onConflict('id')
    .merge(['name', 'role', 'active', 'version', 'recipient_key', 'phone_verified'])
    .whereRaw('excluded.version >= accounts.version')
    .returning('id');
  const ids = new Set(written.map(({ id }) => id));
  await saveAddresses(
    trx,
    keys,
    newest.filter(({ id }) => ids.has(id)),
  );
  const owners = newest.flatMap(({ id, phone, active }) =>
    ids.has(id) && phone !== null && active ? recipientKeys(keys, phone).map((key) => ({ id, key })) : [],
  );
  if (owners.length === 0) return;
  await trx.raw(
    `update notifications n set recipient_id = owner.id
     from jsonb_to_recordset(?::jsonb) as owner(id uuid, key text)
     where n.recipient_key = owner.key and n.recipient_id is null`,
    [JSON.stringify(owners)],
  );
}

/** Keeps the addresses that accounts have proved, but not those that letters came back from. */
async function saveAddresses(
  trx: Db,
  keys: KeyRing,
  accounts: readonly EventPayload<'account.changed'>[],
): Promise<void> {
  const told = accounts.flatMap(({ id, email, active }) =>
    email === undefined ? [] : [{ id, email: active ? email : null }],
  );
  if (told.length === 0) return;
  const open = await openAddresses(
    trx,
    keys,
    told.flatMap(({ email }) => email ?? []),
  );
  const rows = told.map(({ id, email }) => ({ id, email: email !== null && open.has(email) ? email : null }));
  await trx.raw(
    `update accounts set email = told.email from jsonb_to_recordset(?::jsonb) as told(id uuid, email text)
     where accounts.id = told.id and accounts.email is distinct from told.email`,
    [JSON.stringify(rows)],
  );
}

const accountOf = (db: Db, id: string) =>
  db('accounts').where({ id }).first<Tables['accounts'] | undefined>('name', 'recipient_key', 'email');

/** Whether an account has an address that letters may go to. */
export async function takesLetters(db: Db, id: string): Promise<boolean> {
  return Boolean((await accountOf(db, id))?.email);
}

/** The caller for the trail; the name is the account's at this moment. */
export async function actorOf(db: Db, caller: Caller): Promise<Actor> {
  const account = await accountOf(db, caller.id);
  return { id: caller.id, name: account?.name ?? null, role: caller.role };
}

/** Deletes an account's inbox and what was sent to it, also before it was known; what still waits is sent first. */
export async function deleteSentTo(trx: Db, keys: KeyRing, id: string): Promise<void> {
  await deleteInbox(trx, id);
  const account = await accountOf(trx, id);
  if (account?.email) await forgetAddress(trx, keys, account.email);
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
