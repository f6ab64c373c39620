import * as invoices from '@gerbang/contracts/invoices';
import { INVOICE_LABELS, INVOICE_STATUSES } from '@gerbang/domain/invoices';
import { ApiError, call, callPage, type CallInput } from '@gerbang/web-kit/api/client';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import {
  ACADEMIC_YEAR,
  LEVEL,
  linkedChoice,
  linkedDay,
  staffList,
} from '@gerbang/web-kit/lists/use-staff-list';
import { refreshBilling } from '../billing.api.ts';
import { copy } from './staff-invoices.copy.ts';

/** The invoices of all families; the queue of proofs begins with the longest wait. */
export const staffInvoices = staffList({
  key: 'invoices',
  news: true,
  pageSize: 50,
  filters: {
    status: linkedChoice({
      label: copy.statusFilter,
      values: INVOICE_STATUSES,
      labels: INVOICE_LABELS,
    }),
    jenjang: LEVEL,
    academic_year: ACADEMIC_YEAR,
    due_from: linkedDay(copy.dueFrom),
    due_until: linkedDay(copy.dueUntil),
  },
  fields: ['jenjang', 'sort'],
  texts: copy,
  sortFor: ({ status }) => (status === 'awaiting_verification' ? 'waiting_since' : undefined),
  queues: [{ status: 'awaiting_verification' }],
  refresh: refreshBilling,
  download: { path: invoices.exportInvoices.path, file: 'tagihan', failed: copy.exportFailed },
  read: (query, signal) => callPage(invoices.listStaffInvoices, { signal, query }),
});

/** Counts per status and sums in rupiah under the same search and filters. */
export const readSummary = (
  query: CallInput<typeof invoices.summarizeInvoices>['query'],
  signal: AbortSignal,
) => call(invoices.summarizeInvoices, { signal, query });

/** One invoice by its id, wherever it is in the list. */
export function useStaffInvoice(id: string) {
  return useQuery({
    queryKey: ['invoices', 'staff', id],
    queryFn: ({ signal }) => callPage(invoices.listStaffInvoices, { signal, query: { id, limit: '1' } }),
    placeholderData: (before) => before,
  });
}

/** Whether the address names no invoice. */
export const isUnknown = ({ error, data, isPlaceholderData }: ReturnType<typeof useStaffInvoice>): boolean =>
  (error instanceof ApiError && error.status === 400) || (data !== undefined && !isPlaceholderData);
