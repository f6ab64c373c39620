import type { AnyKind } from '@gerbang/contracts/message-kinds';
import type { summarizeMessages } from '@gerbang/contracts/messages';
import { normalizePhone } from '@gerbang/contracts/phone';
import type { MessageChannel, MessageStatus } from '@gerbang/domain/messages';
import type { Db } from '@gerbang/service-kit/data/database';
import type { KeyRing } from '@gerbang/service-kit/data/sealing';
import { nameSearch } from '@gerbang/service-kit/data/text-search';
import { notFound } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Tables } from '../database.types.ts';
import { recipientKeys } from '../accounts/recipient-key.ts';

type Row = Tables['notifications'];
export type MessageFilters = z.output<(typeof summarizeMessages)['query']>;

/** A message for the staff's list, without its text and values. */
export interface MessageRecord extends Pick<Row, Exclude<(typeof COLUMNS)[number], 'kind' | 'channel'>> {
  readonly kind: AnyKind;
  readonly channel: MessageChannel;
  readonly recipient_name: string | null;
  readonly leased: boolean;
  readonly expired: boolean;
  readonly kept: boolean;
}

const START_OF_DAY = "?::date::timestamp at time zone 'Asia/Jakarta'";
const END_OF_DAY = "(?::date + 1)::timestamp at time zone 'Asia/Jakarta'";

const COLUMNS = [
  'id',
  'version',
  'kind',
  'channel',
  'priority',
  'recipient_sealed',
  'recipient_id',
  'status',
  'reason',
  'error_code',
  'created_at',
  'next_attempt_at',
  'sent_at',
  'delivered_at',
  'read_at',
  'failed_at',
] as const;

/** The columns of `MessageRecord`. */
export function messageColumns(db: Db) {
  return [
    ...COLUMNS.map((name) => `notifications.${name}`),
    db.raw('(select name from accounts where accounts.id = notifications.recipient_id) as recipient_name'),
    db.raw('notifications.lease_until > now() as leased'),
    db.raw('coalesce(notifications.expires_at <= now(), false) as expired'),
    db.raw('notifications.params_sealed is not null as kept'),
  ];
}

/** The filtered messages. A complete phone number is found by its keyed hash, other text in the names. */
function matching(db: Db, keys: KeyRing, filters: MessageFilters) {
  const rows = db('notifications');
  const { kind, status, from, to, recipient } = filters;
  if (recipient !== undefined) void rows.where('notifications.recipient_id', recipient);
  if (kind !== undefined) void rows.where('notifications.kind', kind);
  if (status !== undefined) void rows.where('notifications.status', status);
  if (from !== undefined) void rows.whereRaw(`notifications.created_at >= ${START_OF_DAY}`, [from]);
  if (to !== undefined) void rows.whereRaw(`notifications.created_at < ${END_OF_DAY}`, [to]);
  const found = nameSearch(filters.search, { indexed: ['name'] });
  if (found === null) return rows;
  const phone = normalizePhone(filters.search ?? '');
  return phone === null
    ? // As an array they are looked up by their index, where a join reads all messages.
      rows.whereRaw('notifications.recipient_id = any (array(?))', [db('accounts').select('id').where(found)])
    : rows.whereIn('notifications.recipient_key', recipientKeys(keys, phone));
}

/** The filtered messages, for a list that adds order and page. */
export function filteredMessages(db: Db, keys: KeyRing, filters: MessageFilters) {
  return matching(db, keys, filters).select(messageColumns(db));
}

/** The number of filtered messages by status. */
export async function countByStatus(
  db: Db,
  keys: KeyRing,
  filters: MessageFilters,
): Promise<{ status: MessageStatus; n: number }[]> {
  return matching(db, keys, filters)
    .groupBy('notifications.status')
    .select<{ status: MessageStatus; n: number }[]>('notifications.status', db.raw('count(*) as n'));
}

/** The messages to an account with their texts, oldest first. */
export async function messagesOf(
  db: Db,
  recipientId: string,
): Promise<(MessageRecord & { readonly message: string | null })[]> {
  return db('notifications')
    .select<(MessageRecord & { message: string | null })[]>([...messageColumns(db), 'notifications.message'])
    .where({ recipient_id: recipientId })
    .orderBy(['created_at', 'id']);
}

/** The text of a message, which retention deletes, and how often it was tried. */
export async function textOf(db: Db, id: string): Promise<Pick<Row, 'message' | 'tries'> | undefined> {
  return db('notifications').where({ id }).first<Pick<Row, 'message' | 'tries'>>('message', 'tries');
}

/** The sealed values of a message. */
export async function valuesOf(db: Db, id: string): Promise<string | null> {
  const row = await db('notifications').where({ id }).first<Pick<Row, 'params_sealed'>>('params_sealed');
  return row?.params_sealed ?? null;
}

/** Gives a locked message another recipient, where it must with other values. */
export async function readdress(
  trx: Db,
  id: string,
  changed: Pick<Row, 'recipient_sealed' | 'recipient_key'> & Partial<Pick<Row, 'params_sealed' | 'message'>>,
): Promise<void> {
  await trx('notifications').where({ id }).update(changed);
}

/** The latest entries of an action in a message's trail, newest first. */
export async function trailOf(
  db: Db,
  id: string,
  action: string,
): Promise<{ actor_name: string | null; actor_role: string; at: Date }[]> {
  return db('audit_events')
    .where({ subject_id: id, action })
    .orderBy('at', 'desc')
    .limit(20)
    .select('actor_name', 'actor_role', 'at');
}

/** Locks a message for a change; throws 404 if there is none. */
export async function lockMessage(trx: Db, id: string): Promise<MessageRecord> {
  const record = await trx('notifications')
    .select<MessageRecord[]>(messageColumns(trx))
    .where({ id })
    .forUpdate()
    .first();
  if (!record) throw noMessage();
  return record;
}

/** One message; throws 404 if there is none. */
export async function messageRecord(db: Db, id: string): Promise<MessageRecord> {
  const record = await db('notifications').select<MessageRecord[]>(messageColumns(db)).where({ id }).first();
  if (!record) throw noMessage();
  return record;
}

/** 404 for a message that does not exist, or not where it was asked for. */
export const noMessage = () => notFound('Pesan tidak ditemukan.');
