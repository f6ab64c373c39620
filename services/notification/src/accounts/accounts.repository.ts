import type { EventPayload } from '@gerbang/contracts/events';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { KeyRing } from '@gerbang/service-kit/data/sealing';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Tables } from '../database.types.ts';
import { recipientKey, recipientKeys } from '../delivery/recipient-key.ts';

/**
 * Keeps what an event says of an account; the number as a keyed hash alone. An equal version is written again, so that a
 * replay renews the hashes after the column keys were rotated. Messages that came before their account are given to it.
 */
export async function saveAccount(
  trx: Db,
  keys: KeyRing,
  { phone, ...account }: EventPayload<'account.changed'>,
): Promise<void> {
  const { id, name, role, active, version, phone_verified = null } = account;
  const recipient_key = phone === null ? null : recipientKey(keys, phone);
  const written = await trx('accounts')
    .insert({ id, name, role, active, version, recipient_key, phone_verified })
    .onConflict('id')
    .merge()
    .whereRaw('excluded.version >= accounts.version')
    .returning('id');
  if (written.length === 0 || phone === null || !active) return;
  await trx('notifications')
    .whereIn('recipient_key', recipientKeys(keys, phone))
    .whereNull('recipient_id')
    .update({ recipient_id: id });
}

const accountOf = (db: Db, id: string) =>
  db('accounts').where({ id }).first<Tables['accounts'] | undefined>('name', 'recipient_key');

/** The caller for the trail; the name is the account's at this moment. */
export async function actorOf(db: Db, caller: Caller): Promise<Actor> {
  const account = await accountOf(db, caller.id);
  return { id: caller.id, name: account?.name ?? null, role: caller.role };
}

/** Deletes what was sent to an account, also before the account was known; what still waits is sent first. */
export async function deleteSentTo(trx: Db, id: string): Promise<void> {
  const account = await accountOf(trx, id);
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
