import * as receipts from '@gerbang/contracts/unapplied-receipts';
import { UNAPPLIED_STATUS_LABELS, UNAPPLIED_STATUSES } from '@gerbang/domain/bank-matches';
import { call, type CallInput, type CallOutput, callPage } from '@gerbang/web-kit/api/client';
import { useMutation, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { linkedChoice, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { seenVersion } from '@gerbang/web-kit/api/stale';
import { refreshBank } from '../bank-statements/bank-statements.api.ts';
import { copy } from './unapplied-receipts.copy.ts';

export type Receipt = CallOutput<typeof receipts.listUnapplied>[number];

/** The day on which the money came in: of the bank, or of the payment that was reversed. */
export const dayOf = ({ line, reversed_payment }: Receipt): string =>
  line?.booked_on ?? reversed_payment?.payment_date ?? '';

/** Money from the bank that pays nothing yet, or did before it was assigned or returned. */
export const unappliedReceipts = staffList({
  key: 'unapplied-receipts',
  news: 'counted',
  pageSize: 50,
  filters: {
    status: linkedChoice({
      label: copy.statusFilter,
      values: UNAPPLIED_STATUSES,
      labels: UNAPPLIED_STATUS_LABELS,
    }),
  },
  fields: ['sort'],
  texts: copy,
  download: { path: receipts.exportUnapplied.path, file: 'dana-belum-dibukukan' },
  read: ({ search: _none, ...query }, signal) => callPage(receipts.listUnapplied, { signal, query }),
});

/** How many there are of each status. */
export const readUnappliedSums = (_none: null, signal: AbortSignal) =>
  call(receipts.summarizeUnapplied, { signal });

interface Sent {
  readonly of: Receipt;
  /** The same for the same content until it is answered. */
  readonly key: string;
}

const headersOf = ({ of, key }: Sent) => ({ ...seenVersion(of.version), 'idempotency-key': key });

function useChange<Variables extends Sent>(send: (variables: Variables) => Promise<Receipt>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSettled: () => refreshBank(client) });
}

/** Gives the money, or a part of it, to a bill or a registration fee. */
export const useAssign = () =>
  useChange((sent: Sent & { body: CallInput<typeof receipts.assignUnapplied>['body'] }) =>
    call(receipts.assignUnapplied, { params: { id: sent.of.id }, headers: headersOf(sent), body: sent.body }),
  );

/** Notes that the money went back to its payer. */
export const useReturn = () =>
  useChange((sent: Sent & { body: CallInput<typeof receipts.returnUnapplied>['body'] }) =>
    call(receipts.returnUnapplied, { params: { id: sent.of.id }, headers: headersOf(sent), body: sent.body }),
  );
