import type { MessageKind } from '@gerbang/contracts/message-kinds';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

type Reported = Pick<
  Tables['notifications'],
  'channel' | 'status' | 'reason' | 'error_code' | 'sent_at' | 'delivered_at'
>;

/** A row of an inbox with what its channel has reported; `seen_at` = read there. */
export interface InboxRecord
  extends Pick<Tables['inbox'], 'id' | 'text' | 'link' | 'created_at' | 'read_at'>,
    Reported {
  readonly kind: MessageKind;
  readonly seen_at: Date | null;
}

const ENTRY = ['id', 'kind', 'text', 'link', 'created_at', 'read_at'].map((name) => `inbox.${name}`);
const REPORTED = ['channel', 'status', 'reason', 'error_code', 'sent_at', 'delivered_at'].map(
  (name) => `sent.${name}`,
);

/** The rows of an account's inbox, without order. */
export function inboxOf(db: Db, accountId: string, unread = false) {
  const rows = db('inbox').join('notifications as sent', 'sent.id', 'inbox.id');
  if (unread) void rows.whereNull('inbox.read_at');
  return rows
    .where('inbox.account_id', accountId)
    .select<InboxRecord[]>([...ENTRY, ...REPORTED, 'sent.read_at as seen_at']);
}

/** How many rows of an account's inbox, or unread ones of it, there are. */
export async function countInbox(db: Db, accountId: string, unread: boolean): Promise<number> {
  const rows = db('inbox').where({ account_id: accountId });
  if (unread) void rows.whereNull('read_at');
  const [row] = await rows.count<{ count: number }[]>('*');
  return Number(row?.count ?? 0);
}

/** Marks rows of the account's inbox as read, all of them without ids; rows are locked in the order of their ids. */
export async function markRead(db: Db, accountId: string, ids: readonly string[] | undefined): Promise<void> {
  await db.raw(
    `with mine as (
       select id from inbox
       where account_id = :accountId and read_at is null and (:ids::uuid[] is null or id = any(:ids))
       order by id for update
     ) update inbox set read_at = now() from mine where inbox.id = mine.id`,
    { accountId, ids: ids ? [...ids] : null },
  );
}

/** The channels that an account chose, by kind. */
export async function settingsOf(db: Db, accountId: string): Promise<Map<string, string>> {
  const rows = await db('message_settings')
    .where({ account_id: accountId })
    .select<{ kind: string; channel: string }[]>('kind', 'channel');
  return new Map(rows.map(({ kind, channel }) => [kind, channel]));
}

/** Writes what an account chose, in the order of the kinds, so that writers at once wait for each other in one order. */
export async function saveSettings(
  trx: Db,
  accountId: string,
  wanted: readonly { readonly kind: string; readonly channel: string }[],
): Promise<void> {
  const rows = wanted
    .map(({ kind, channel }) => ({ account_id: accountId, kind, channel }))
    .toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  await trx('message_settings').insert(rows).onConflict(['account_id', 'kind']).merge();
}

const UNREAD = `select account_id as id, count(*)::integer as unread from inbox
  where account_id = any($1::uuid[]) and read_at is null group by account_id`;

/** The number of unread rows of each of these accounts. */
export async function countUnreadOf(
  database: Database,
  accounts: readonly string[],
): Promise<Record<string, number>> {
  const rows = await database.prepared<{ id: string; unread: number }>('inbox_unread', UNREAD, [accounts]);
  const counted = Object.fromEntries(accounts.map((id) => [id, 0]));
  for (const { id, unread } of rows) counted[id] = unread;
  return counted;
}
