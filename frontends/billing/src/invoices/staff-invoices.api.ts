import type {
  InvoicePayment,
  InvoicePaymentEdit,
  InvoicePaymentVerification,
  StaffInvoicePaymentCreation,
} from '@gerbang/contracts/billing.types';
import * as payments from '@gerbang/contracts/invoice-payments';
import * as invoices from '@gerbang/contracts/invoices';
import { INVOICE_STATUSES } from '@gerbang/domain/invoices';
import { JENJANG } from '@gerbang/domain/levels';
import { call } from '@gerbang/web-kit/client';
import { useListState } from '@gerbang/web-kit/list-state';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/query-client';
import { seenVersion } from '@gerbang/web-kit/stale';
import { refreshBilling, useStaffInvoices } from '../billing.api.ts';

export const PAGE_SIZE = 10;
export const SORTS = [
  'due_date',
  '-due_date',
  '-created_at',
  'created_at',
  '-total_amount',
  'total_amount',
] as const;

const among = (values: readonly string[]) => (text: string) => values.includes(text);
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/u.test(text);
const FILTERS = {
  status: among(INVOICE_STATUSES),
  jenjang: among(JENJANG),
  academic_year: (text: string) => /^20\d\d\/20\d\d$/u.test(text),
  due_from: isDay,
  due_until: isDay,
};

/** State of the list; its names in the address are those of the call. */
export function useInvoicePlace() {
  return useListState({ filters: FILTERS, sorts: SORTS });
}
export type InvoicePlace = ReturnType<typeof useInvoicePlace>;

function filterQuery({ search, filters }: Pick<InvoicePlace, 'search' | 'filters'>) {
  return {
    search: search || undefined,
    status: INVOICE_STATUSES.find((one) => one === filters.status),
    jenjang: JENJANG.find((one) => one === filters.jenjang),
    academic_year: filters.academic_year ?? undefined,
    due_from: filters.due_from ?? undefined,
    due_until: filters.due_until ?? undefined,
  };
}

/** One page of the list. */
export function useInvoiceList(place: InvoicePlace) {
  return useStaffInvoices({
    ...filterQuery(place),
    sort: place.sort === SORTS[0] ? undefined : place.sort,
    limit: String(PAGE_SIZE),
    cursor: place.cursor ?? undefined,
  });
}

/** One invoice by its id, wherever it stands in the list. */
export function useStaffInvoice(id: string) {
  return useStaffInvoices({ id, limit: '1' });
}

/** Counts per status and sums under the same search and filters. */
export function useInvoiceSummary(place: InvoicePlace) {
  const query = filterQuery(place);
  return useQuery({
    queryKey: ['invoices', 'summary', query],
    queryFn: ({ signal }) => call(invoices.summarizeInvoices, { signal, query }),
    placeholderData: (before) => before,
  });
}

/** Where the present result is to be had as a workbook. */
export function exportAddress(place: InvoicePlace): string {
  const query = new URLSearchParams(
    Object.entries({ ...filterQuery(place), sort: place.sort }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  return `${invoices.exportInvoices.path}?${query}`;
}

const verifyCall = (of: Pick<InvoicePayment, 'id' | 'version'>, body: InvoicePaymentVerification) =>
  call(payments.verifyInvoicePayment, {
    params: { paymentId: of.id },
    body,
    headers: seenVersion(of.version),
  });

/** The edit went through and the verification did not: what was saved stays saved. */
export class EditedOnly extends Error {}

/** What staff do with payments. After success or failure the area is read again. */
export function usePaymentChanges() {
  const client = useQueryClient();
  const onSettled = () => refreshBilling(client);
  return {
    verify: useMutation({
      mutationFn: ({ of, body }: { of: InvoicePayment; body: InvoicePaymentVerification }) =>
        verifyCall(of, body),
      onSettled,
    }),
    editAndVerify: useMutation({
      mutationFn: async ({ of, body }: { of: InvoicePayment; body: InvoicePaymentEdit | null }) => {
        if (body === null) return verifyCall(of, { action: 'verify' });
        const edited = await call(payments.editInvoicePayment, {
          params: { paymentId: of.id },
          body,
          headers: seenVersion(of.version),
        });
        return verifyCall(edited, { action: 'verify' }).catch((error: unknown) => {
          throw new EditedOnly('saved, not verified', { cause: error });
        });
      },
      onSettled,
    }),
    add: useMutation({
      mutationFn: ({ body, key }: { body: StaffInvoicePaymentCreation; key: string }) =>
        call(payments.addInvoicePayment, {
          body,
          headers: { 'idempotency-key': key },
        }),
      onSettled,
    }),
  };
}
