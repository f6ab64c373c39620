import type { summarizeMessages } from '@gerbang/contracts/messages';
import type { MessageRow, MessageSummary } from '@gerbang/contracts/messages.types';
import { normalizePhone } from '@gerbang/contracts/phone';
import { MESSAGE_STATUSES, type MessageStatus } from '@gerbang/domain/messages';
import type { List } from '@gerbang/service-kit/http/paging';
import { containing } from '@gerbang/service-kit/data/search';
import type { z } from 'zod';
import { recipientKeys } from '../delivery/recipient-key.ts';
import type { MessagesContext } from './context.ts';
import { messageColumns, type MessageRecord, toMessageRow } from './message-row.ts';

export type MessageFilters = z.output<(typeof summarizeMessages)['query']>;
type Parts = Pick<MessagesContext, 'database' | 'columns' | 'columnKeys'>;

const START_OF_DAY = "?::date::timestamp at time zone 'Asia/Jakarta'";
const END_OF_DAY = "(?::date + 1)::timestamp at time zone 'Asia/Jakarta'";

/** The filtered messages. A complete phone number is found by its keyed hash, other text in the names. */
function matching({ database, columnKeys }: Parts, filters: MessageFilters) {
  const rows = database.knex('notifications');
  const { kind, status, from, to } = filters;
  if (kind !== undefined) void rows.where('notifications.kind', kind);
  if (status !== undefined) void rows.where('notifications.status', status);
  if (from !== undefined) void rows.whereRaw(`notifications.created_at >= ${START_OF_DAY}`, [from]);
  if (to !== undefined) void rows.whereRaw(`notifications.created_at < ${END_OF_DAY}`, [to]);
  const pattern = containing(filters.search);
  if (pattern === null) return rows;
  const phone = normalizePhone(filters.search ?? '');
  return phone === null
    ? rows.whereIn(
        'notifications.recipient_id',
        database.knex('accounts').select('id').whereILike('name', pattern),
      )
    : rows.whereIn('notifications.recipient_key', recipientKeys(columnKeys, phone));
}

/** The filtered messages, by default newest first. */
export function messageList(parts: Parts, filters: MessageFilters): List<MessageRecord, MessageRow> {
  return {
    table: 'notifications',
    keys: { created_at: 'notifications.created_at' },
    defaultSort: '-created_at',
    rows: () => matching(parts, filters).select(messageColumns(parts.database.knex)),
    count: async () => {
      const rows = await matching(parts, filters).count<{ n: number }[]>('* as n');
      return rows[0]?.n ?? 0;
    },
    toItems: (rows) => rows.map((row) => toMessageRow(parts.columns, row)),
  };
}

/** Counts per status, each as if it were the chosen filter. */
export async function messageSummary(parts: Parts, filters: MessageFilters): Promise<MessageSummary> {
  const { status: chosen, ...others } = filters;
  const counts = await matching(parts, others)
    .groupBy('notifications.status')
    .select<{ status: MessageStatus; n: number }[]>(
      'notifications.status',
      parts.database.knex.raw('count(*) as n'),
    );
  const of = (status: MessageStatus) => counts.find((count) => count.status === status)?.n ?? 0;
  const status = Object.fromEntries(
    MESSAGE_STATUSES.map((name) => [name, of(name)]),
  ) as MessageSummary['status'];
  const total = chosen === undefined ? counts.reduce((sum, { n }) => sum + n, 0) : of(chosen);
  return { total, status };
}
