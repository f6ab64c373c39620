import type { MessageRow, MessageSummary } from '@gerbang/contracts/messages';
import { MESSAGE_STATUSES, type MessageStatus } from '@gerbang/domain/messages';
import type { List } from '@gerbang/service-kit/http/paging';
import type { Context } from '../context.ts';
import { toMessageRow } from './message.view.ts';
import {
  countByStatus,
  filteredMessages,
  type MessageFilters,
  type MessageRecord,
} from './messages.repository.ts';

type Parts = Pick<Context, 'database' | 'columns' | 'columnKeys'>;

/** The filtered messages, by default newest first. */
export function messageList(parts: Parts, filters: MessageFilters): List<MessageRecord, MessageRow> {
  const { database, columns, columnKeys } = parts;
  return {
    table: 'notifications',
    keys: { created_at: 'notifications.created_at' },
    defaultSort: '-created_at',
    rows: () => filteredMessages(database.knex, columnKeys, filters),
    toItems: (rows) => rows.map((row) => toMessageRow(columns, row)),
  };
}

/** Counts per status, each as if it were the chosen filter. */
export async function messageSummary(parts: Parts, filters: MessageFilters): Promise<MessageSummary> {
  const { status: chosen, ...others } = filters;
  const counts = await countByStatus(parts.database.knex, parts.columnKeys, others);
  const of = (status: MessageStatus) => counts.find((count) => count.status === status)?.n ?? 0;
  const status = Object.fromEntries(
    MESSAGE_STATUSES.map((name) => [name, of(name)]),
  ) as MessageSummary['status'];
  const total = chosen === undefined ? counts.reduce((sum, { n }) => sum + n, 0) : of(chosen);
  return { total, status };
}
