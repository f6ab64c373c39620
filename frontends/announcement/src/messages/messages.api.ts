import * as contract from '@gerbang/contracts/messages';
import type { Message, MessageRow } from '@gerbang/contracts/messages.types';
import { MESSAGE_STATUSES } from '@gerbang/domain/messages';
import { ApiError, call, callPage } from '@gerbang/web-kit/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/query-client';
import { seenVersion, staleOf } from '@gerbang/web-kit/stale';
import { KINDS } from './messages.copy.ts';
import type { MessagesPlace } from './use-messages-place.ts';

export const KEY = 'messages';
export const PAGE_SIZE = 20;

/** The filters as the calls take them. */
function filterQuery({ search, filters }: Pick<MessagesPlace, 'search' | 'filters'>) {
  return {
    search: search || undefined,
    status: MESSAGE_STATUSES.find((one) => one === filters.status),
    kind: KINDS.find((one) => one === filters.kind),
    from: filters.from ?? undefined,
    to: filters.to ?? undefined,
  };
}

/** One page of the list: search, filters, order and paging are the database's work. */
export function useMessages(place: MessagesPlace) {
  const query = {
    ...filterQuery(place),
    sort: place.sort === '-created_at' ? undefined : place.sort,
    limit: String(PAGE_SIZE),
    cursor: place.cursor ?? undefined,
  };
  return useQuery({
    queryKey: [KEY, 'page', query],
    queryFn: ({ signal }) => callPage(contract.listMessages, { signal, query }),
    placeholderData: (before) => before,
  });
}

/** How many there are per state under the same search and filters. */
export function useMessageCounts(place: MessagesPlace) {
  const query = filterQuery(place);
  return useQuery({
    queryKey: [KEY, 'summary', query],
    queryFn: ({ signal }) => call(contract.summarizeMessages, { signal, query }),
    placeholderData: (before) => before,
  });
}

/** One message with its text. Each reading leaves a row in the trail, so it is read once an opening. */
export function useMessage(id: string) {
  return useQuery({
    queryKey: [KEY, 'one', id],
    queryFn: ({ signal }) => call(contract.getMessage, { params: { id }, signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

const isRow = (present: unknown): present is MessageRow =>
  typeof present === 'object' && present !== null && 'resend_refusal' in present;

/**
 * Sends a message again. Its answer, or what a conflict tells of it, takes the place of the row wherever it stands; the
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
