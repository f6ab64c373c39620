import type { EventPayload } from '@gerbang/contracts/events';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Handlers } from '@gerbang/service-kit/events/consumers';
import type { Db } from '@gerbang/service-kit/data/database';
import type { KeyRing } from '@gerbang/service-kit/data/sealing';
import type { Outbox } from '@gerbang/service-kit/events/outbox';
import { letGo } from '../data-export/data-rights.ts';
import { recipientKey, recipientKeys } from '../delivery/recipient-key.ts';

/**
 * Keeps what an event says of an account; the number as a keyed hash alone. An equal version is written again, so that a
 * replay renews the hashes after the column keys were rotated. Messages that came before their account are given to it.
 */
async function saveAccount(trx: Db, keys: KeyRing, account: EventPayload<'account.changed'>): Promise<void> {
  const { id, name, role, active, version, phone } = account;
  const row = {
    id,
    name,
    role,
    active,
    version,
    recipient_key: phone === null ? null : recipientKey(keys, phone),
  };
  const written = await trx('accounts')
    .insert(row)
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

/** What this service does with the events of its own queue. */
export function accountHandlers(keys: KeyRing, outbox: Pick<Outbox, 'publish'>): Handlers {
  return {
    'account.changed': (trx, account) => saveAccount(trx, keys, account),
    'data.erased': (trx, erased) => letGo(outbox, trx, erased),
  };
}

/** The caller for the trail; the name is the account's at this moment. */
export async function actorOf(db: Db, caller: Caller): Promise<Actor> {
  const account = await db('accounts')
    .where({ id: caller.id })
    .first<{ name: string | null } | undefined>('name');
  return { id: caller.id, name: account?.name ?? null, role: caller.role };
}
