import { useRecord } from '@gerbang/web-kit/api/records';
import * as contract from '@gerbang/contracts/messages';
import type { Message, MessageRow, MessageTemplateState } from '@gerbang/contracts/messages';
import { MESSAGE_STATUS_LABELS, MESSAGE_STATUSES } from '@gerbang/domain/messages';
import { ApiError, call, callPage, type CallInput } from '@gerbang/web-kit/api/client';
import { useMutation, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { choice, day, linked, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { seenVersion, staleOf } from '@gerbang/web-kit/api/stale';
import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import { KINDS, messagesCopy as copy } from './messages.copy.ts';

const KEY = 'messages';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

/** All messages, the newest first. The state is set by its counter. */
export const messages = staffList({
  key: KEY,
  news: true,
  pageSize: 20,
  filters: {
    status: choice({ label: copy.status, values: MESSAGE_STATUSES, labels: MESSAGE_STATUS_LABELS }),
    kind: choice({ label: copy.kind, every: copy.everyKind, values: KINDS, labels: MESSAGE_KIND_LABELS }),
    from: day(copy.from),
    to: day(copy.to),
    recipient: linked(copy.columns.recipient, UUID, () => copy.oneFamily),
  },
  fields: ['kind', 'sort', 'from', 'to'],
  texts: copy,
  download: { path: contract.exportMessages.path, file: 'pesan' },
  read: (query, signal) => callPage(contract.listMessages, { signal, query }),
});

/** How many there are per state under the same search and filters. */
export const readSummary = async (
  query: CallInput<typeof contract.summarizeMessages>['query'],
  signal: AbortSignal,
) => (await call(contract.summarizeMessages, { signal, query })).status;

/** One message with its text. Each reading leaves a row in the trail, so it is read once an opening. */
export const useMessage = (id: string) => useRecord(contract.getMessage, KEY, id);

/** Whether messages of a template cannot be sent at present. */
export const isHeld = ({ held, status }: MessageTemplateState): boolean =>
  held || (status !== null && status !== 'APPROVED' && status !== 'PENDING');

/** Whom a message goes to, in one line. */
export const whoOf = ({ recipient }: Pick<MessageRow, 'recipient'>): string =>
  recipient.name ?? recipient.phone;

const isRow = (present: unknown): present is MessageRow =>
  typeof present === 'object' && present !== null && 'resend_refusal' in present;

/**
 * Sends a message again. The response, or the present state that a conflict returns, replaces the cached message; the
 * text stays as it was read, so that this causes no second audited reading.
 */
export function useResend() {
  const client = useQueryClient();
  const show = (row: MessageRow) => {
    client.setQueryData(
      [KEY, 'one', row.id],
      (before: Message | undefined) => before && { ...before, ...row },
    );
  };
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [KEY, 'page'] }),
      client.invalidateQueries({ queryKey: [KEY, 'summary'] }),
    ]);
  return useMutation({
    mutationFn: ({ of, key }: { of: Pick<MessageRow, 'id' | 'version'>; key: string }) =>
      call(contract.resendMessage, {
        params: { id: of.id },
        headers: { ...seenVersion(of.version), 'idempotency-key': key },
      }),
    onSuccess: (row) => {
      show(row);
      return refresh();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 404)) return;
      const present = staleOf(error)?.present;
      if (isRow(present)) show(present);
      void refresh();
    },
  });
}

/** Asks for the link to the recipient; the number is in no list. */
export function useContactLink() {
  return useMutation({
    mutationFn: (id: string) => call(contract.openContactLink, { params: { id } }),
    gcTime: 0,
  });
}
