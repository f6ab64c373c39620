import type { InboxItem } from '@gerbang/contracts/notifications';
import type { List } from '@gerbang/service-kit/http/paging';
import type { Context } from '../context.ts';
import { channelState } from './channel-state.copy.ts';
import { titleOf } from './inbox.copy.ts';
import { countInbox, inboxOf, type InboxRecord } from './inbox.repository.ts';

/** A row as its recipient sees it. */
export function toInboxItem(record: InboxRecord, now: Date): InboxItem {
  const { id, kind, text, link, channel, created_at, read_at } = record;
  return {
    id,
    kind,
    title: titleOf(kind),
    text,
    link,
    channel,
    state: channelState(record, now),
    created_at: created_at.toISOString(),
    read_at: read_at && read_at.toISOString(),
  };
}

/** The inbox of an account, newest first; only what is unread where that is asked. */
export function inboxList(
  { database, now }: Pick<Context, 'database' | 'now'>,
  accountId: string,
  unread: boolean,
): List<InboxRecord, InboxItem> {
  const db = database.knex;
  return {
    table: 'inbox',
    keys: { created_at: 'inbox.created_at' },
    defaultSort: '-created_at',
    rows: () => inboxOf(db, accountId, unread),
    count: () => countInbox(db, accountId, unread),
    toItems: (rows) => rows.map((row) => toInboxItem(row, now())),
  };
}
