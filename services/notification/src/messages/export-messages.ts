import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import type { MessageRow } from '@gerbang/contracts/messages';
import { messageTrouble } from '@gerbang/domain/message-errors';
import { MESSAGE_STATUS_LABELS } from '@gerbang/domain/messages';
import { moment, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import type { PageQuery } from '@gerbang/service-kit/http/paging';
import type { Context } from '../context.ts';
import { messageList } from './message-list.ts';
import type { MessageFilters } from './messages.repository.ts';

const COLUMNS: readonly SheetColumn<MessageRow>[] = [
  { title: 'Penerima', width: 30, cell: ({ recipient }) => text(recipient.name) },
  { title: 'Tujuan', width: 20, cell: ({ recipient }) => text(recipient.phone) },
  { title: 'Pesan', width: 30, cell: ({ kind }) => text(MESSAGE_KIND_LABELS[kind]) },
  { title: 'Lewat', width: 12, cell: ({ channel }) => text(channel === 'email' ? 'Email' : 'WhatsApp') },
  { title: 'Status', width: 18, cell: ({ status }) => text(MESSAGE_STATUS_LABELS[status]) },
  { title: 'Sebab', width: 40, cell: (row) => text(messageTrouble(row)?.cause) },
  { title: 'Dibuat', width: 18, cell: ({ created_at }) => moment(created_at) },
  { title: 'Terkirim', width: 18, cell: ({ sent_at }) => moment(sent_at) },
  { title: 'Sampai', width: 18, cell: ({ delivered_at }) => moment(delivered_at) },
  { title: 'Dibaca', width: 18, cell: ({ read_at }) => moment(read_at) },
  { title: 'Gagal', width: 18, cell: ({ failed_at }) => moment(failed_at) },
];

/** The messages of a query as a file: no texts, and numbers as the board shows them. */
export const messageFile = (context: Context, query: MessageFilters & PageQuery): ListFile<MessageRow> => ({
  action: 'message.exported',
  title: 'Pesan',
  file: 'pesan',
  columns: COLUMNS,
  ...wholeOf(context.database.knex, messageList(context, query), query),
});
