import { invoiceTone } from '@gerbang/domain/billing-tones';
import { INVOICE_LABELS, INVOICE_STATUSES, type InvoiceStatus } from '@gerbang/domain/invoices';
import { Select } from '@gerbang/ui/select';
import { StatCards } from '@gerbang/ui/stat-cards';
import { ExportButton } from '@gerbang/web-kit/components/export-button';
import { formatDayText, formatRupiah } from '@gerbang/web-kit/format';
import { AppliedFilters, FilterRow, LevelFilter, SortFilter } from '@gerbang/web-kit/components/list-filters';
import { ListFrame } from '@gerbang/web-kit/components/list-frame';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { useShortcuts } from '@gerbang/web-kit/shortcuts';
import { ReceiptText } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { styled } from 'styled-components';
import { refreshBilling } from '../billing.api.ts';
import {
  exportAddress,
  PAGE_SIZE,
  SORTS,
  useInvoiceList,
  useInvoicePlace,
  useInvoiceSummary,
  type InvoicePlace,
} from './staff-invoices.api.ts';
import { copy } from './staff-invoices.copy.ts';
import { StaffInvoicesTable } from './staff-invoices-table.tsx';
import { useOpenedInvoice } from './use-opened-invoice.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const InvoiceDialog = lazy(() =>
  import('./staff-invoice-dialog.tsx').then((part) => ({ default: part.InvoiceDialog })),
);

const Sums = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 24px;
  margin: 0;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
  div {
    display: flex;
    gap: 8px;
  }
  dd {
    margin: 0;
    font-weight: 600;
    color: var(--text-primary);
  }
`;

/** In the order of the work: what waits stands first. */
const CARDS: readonly InvoiceStatus[] = [
  'awaiting_verification',
  'overdue',
  'payment_rejected',
  'partially_paid',
  'pending',
  'verified',
];

function Filters({ place }: { place: InvoicePlace }) {
  const { filters } = place;
  return (
    <FilterRow>
      <Select
        label={copy.statusFilter}
        placeholder={copy.everyStatus}
        value={filters.status ?? ''}
        options={INVOICE_STATUSES.map((status) => ({ value: status, label: INVOICE_LABELS[status] }))}
        onChange={({ target }) => place.setFilter('status', target.value || null)}
      />
      <LevelFilter value={filters.jenjang} onChange={(jenjang) => place.setFilter('jenjang', jenjang)} />
      <SortFilter state={place} sorts={SORTS} labels={copy.sorts} />
    </FilterRow>
  );
}

function Applied({ place }: { place: InvoicePlace }) {
  const { filters } = place;
  const status = INVOICE_STATUSES.find((one) => one === filters.status);
  const words = {
    status: status && copy.chip(copy.statusFilter, INVOICE_LABELS[status]),
    jenjang: filters.jenjang && copy.chip(copy.levelFilter, filters.jenjang),
    academic_year: filters.academic_year && copy.chip(copy.year, filters.academic_year),
    due_from: filters.due_from && copy.chip(copy.dueFrom, formatDayText(filters.due_from)),
    due_until: filters.due_until && copy.chip(copy.dueUntil, formatDayText(filters.due_until)),
  };
  return <AppliedFilters state={place} words={words} />;
}

/** /admin/invoices, 'Kelola Tagihan': every invoice with its payments, the waiting ones first. */
export function StaffInvoicesPage() {
  const place = useInvoicePlace();
  const list = useInvoiceList(place);
  const summary = useInvoiceSummary(place);
  const client = useQueryClient();
  const opened = useOpenedInvoice();
  const find = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => find.current?.focus() }, opened.id === null);
  const sums = summary.data;
  return (
    <>
      <ListFrame
        list={list}
        state={place}
        pageSize={PAGE_SIZE}
        texts={copy}
        icon={<ReceiptText size={28} />}
        findRef={find}
        onReload={() => void refreshBilling(client)}
        counters={
          <StatCards
            label={copy.counters}
            value={place.filters.status}
            onChange={(status) => place.setFilter('status', status)}
            cards={CARDS.map((status) => ({
              key: status,
              label: INVOICE_LABELS[status],
              tone: invoiceTone(status, 'staff'),
              count: sums ? (sums.status[status] ?? 0) : null,
            }))}
          />
        }
        filters={
          <>
            <Filters place={place} />
            <Applied place={place} />
            {sums && sums.total > 0 ? (
              <Sums aria-label={copy.sums}>
                <div>
                  <dt>{copy.sumTotal}</dt>
                  <dd>{formatRupiah(sums.total_amount)}</dd>
                </div>
                <div>
                  <dt>{copy.sumPaid}</dt>
                  <dd>{formatRupiah(sums.amount_paid)}</dd>
                </div>
                <div>
                  <dt>{copy.sumOutstanding}</dt>
                  <dd>{formatRupiah(sums.outstanding)}</dd>
                </div>
              </Sums>
            ) : null}
          </>
        }
        tools={
          <ExportButton
            address={() => exportAddress(place)}
            file={copy.exportFile}
            failed={copy.exportFailed}
          />
        }
      >
        {(rows) => <StaffInvoicesTable rows={rows} onOpen={(row) => opened.open(row.id)} />}
      </ListFrame>
      <Suspense fallback={null}>
        {opened.id === null ? null : <InvoiceDialog id={opened.id} onClose={opened.close} />}
      </Suspense>
    </>
  );
}
