import { LETTER_KINDS } from '@gerbang/contracts/letter-templates';
import { normalizePhone } from '@gerbang/contracts/phone';
import { MISSED_DAYS, NUMBER_REFUSALS } from '@gerbang/domain/missed-messages';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { KeyRing } from '@gerbang/service-kit/data/sealing';
import { nameSearch } from '@gerbang/service-kit/data/text-search';
import { uuidv7 } from 'uuidv7';
import type { Recipient } from '../accounts/accounts.repository.ts';
import type { Tables } from '../database.types.ts';
import { recipientKeys } from '../accounts/recipient-key.ts';
import { type MessageRecord, messageColumns } from '../messages/messages.repository.ts';

const FAILED_AT = 'coalesce(notifications.failed_at, notifications.created_at)';

/** Codes are asked for anew, and a letter about an address is not missed on WhatsApp. */
const MISSED = `notifications.status = 'failed' and notifications.priority <> 'code' and notifications.contacted_at is null
  and notifications.created_at > now() - interval '${MISSED_DAYS} days'
  and notifications.kind not in (${LETTER_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

/** A family with what it missed. */
export interface MissedRecord extends Recipient {
  readonly count: number;
  readonly since: Date;
  readonly until: Date;
  /** All families that missed something. */
  readonly total: number;
}

/** A failed message with the hash of the number at which it failed. */
export type MissedMessage = MessageRecord & Pick<Tables['notifications'], 'recipient_key'>;
type ContactRecord = Tables['family_contacts'];

/** The families of this search that missed messages, the longest wait first. */
export async function missedFamilies(
  db: Db,
  keys: KeyRing,
  { search, limit }: { readonly search?: string | undefined; readonly limit: number },
): Promise<MissedRecord[]> {
  const rows = db('notifications')
    .join('accounts', 'accounts.id', 'notifications.recipient_id')
    .where({ 'accounts.active': true, 'accounts.role': 'wali_murid' })
    .whereRaw(MISSED);
  const phone = normalizePhone(search ?? '');
  const named = nameSearch(search, { indexed: ['accounts.name'] });
  if (phone !== null) void rows.whereIn('accounts.recipient_key', recipientKeys(keys, phone));
  else if (named !== null) void rows.where(named);
  return rows
    .groupBy('accounts.id')
    .orderByRaw('since, accounts.id')
    .limit(limit)
    .select<MissedRecord[]>(
      'accounts.id',
      'accounts.name',
      'accounts.recipient_key',
      'accounts.phone_sealed',
      'accounts.phone_verified',
      db.raw(`count(*)::integer as count, min(${FAILED_AT}) as since, max(${FAILED_AT}) as until,
        (count(*) over ())::integer as total`),
    );
}

/** What these families missed, the latest failure first. */
export async function missedOf(db: Db, ids: readonly string[]): Promise<MissedMessage[]> {
  return db('notifications')
    .whereIn('notifications.recipient_id', ids)
    .whereRaw(MISSED)
    .orderByRaw(`${FAILED_AT} desc, notifications.id desc`)
    .select<MissedMessage[]>([...messageColumns(db), 'notifications.recipient_key']);
}

/** Locks what a family missed. */
export async function lockMissed(trx: Db, id: string): Promise<MessageRecord[]> {
  return trx('notifications')
    .where('notifications.recipient_id', id)
    .whereRaw(MISSED)
    .orderBy('notifications.id')
    .forUpdate()
    .select<MessageRecord[]>(messageColumns(trx));
}

/** The last call to each of these families. */
export async function lastContacts(db: Db, ids: readonly string[]): Promise<ContactRecord[]> {
  return db('family_contacts')
    .distinctOn('account_id')
    .whereIn('account_id', ids)
    .orderBy(['account_id', { column: 'contacted_at', order: 'desc' }])
    .select<ContactRecord[]>('*');
}

/** All calls to a family, oldest first. */
export async function contactsOf(db: Db, accountId: string): Promise<ContactRecord[]> {
  return db('family_contacts').where({ account_id: accountId }).orderBy(['contacted_at', 'id']);
}

/** Marks what a family missed up to a moment as spoken of; returns how many messages. Of two at once, the second has none. */
export async function takeContacted(trx: Db, id: string, until: string): Promise<number> {
  // A moment on the wire has milliseconds.
  return trx('notifications')
    .where('notifications.recipient_id', id)
    .whereRaw(MISSED)
    .whereRaw(`date_trunc('milliseconds', ${FAILED_AT}) <= ?`, [until])
    .update({ contacted_at: trx.fn.now() });
}

/** Notes a call to a family. */
export async function addContact(
  trx: Db,
  accountId: string,
  actor: Actor,
  note: string | null,
): Promise<void> {
  const { name: actor_name, role: actor_role } = actor;
  await trx('family_contacts').insert({ id: uuidv7(), account_id: accountId, actor_name, actor_role, note });
}

const UNREACHED = `
  select count(*)::integer as n from accounts a
  where a.id = any(:ids) and a.active and not (:letters and a.email is not null)
    and (a.recipient_key is null or exists (
      select from (
        select status, error_code from notifications n
        where n.recipient_id = a.id and n.recipient_key = a.recipient_key and n.channel = 'whatsapp'
          and n.status in ('delivered', 'failed')
        order by n.created_at desc, n.id desc limit 1
      ) latest where status = 'failed' and error_code = any(:refusals)))`;

/**
 * How many of these accounts no message will reach: without a number, or whose number refused the last one, and without an
 * address for letters.
 */
export async function countUnreached(db: Db, ids: readonly string[], letters: boolean): Promise<number> {
  const { rows } = await db.raw(UNREACHED, { ids: [...ids], letters, refusals: [...NUMBER_REFUSALS] });
  return rows[0].n;
}
