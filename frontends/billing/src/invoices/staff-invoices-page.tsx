import { invoiceTone } from '@gerbang/domain/billing-tones';
import type { InvoiceStatus } from '@gerbang/domain/invoices';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { StaffDesk, useStaffDesk } from '@gerbang/web-kit/desk/staff-desk.tsx';
import { UndoBar } from '@gerbang/web-kit/desk/undo-bar.tsx';
import { bulkCopy } from '@gerbang/web-kit/lists/bulk.copy';
import { useListCounts } from '@gerbang/web-kit/lists/use-staff-list';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { Check, ReceiptText } from 'lucide-react';
import { styled } from 'styled-components';
import { columnsOf } from './invoice-columns.tsx';
import { readSummary, staffInvoices } from './staff-invoices.api.ts';
import { copy, KEYS } from './staff-invoices.copy.ts';
import { usePaymentQueue } from './use-payment-queue.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const InvoicePanel = lazySheet(() => import('./staff-invoice-panel.tsx').then((part) => part.InvoicePanel));
const BulkDialog = lazyPart(() => import('./bulk-verify-dialog.tsx').then((part) => part.BulkVerifyDialog));

const Sums = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 24px;
  /* The first row stands at 220 px at most. */
  margin-block: -6px;
  color: var(--text-secondary);
  font-size: 0.875rem;
  line-height: 1.43;
  font-feature-settings: 'tnum';
  div {
    display: flex;
    gap: 8px;
  }
  dd {
    font-weight: 600;
    color: var(--text-primary);
  }
`;

/** In the order of the work: what waits comes first. */
const CARDS: readonly InvoiceStatus[] = [
  'awaiting_verification',
  'overdue',
  'payment_rejected',
  'partially_paid',
  'pending',
  'verified',
  'void',
];

/** /admin/invoices, 'Kelola Tagihan': every invoice with its payments, the waiting ones first. */
export function StaffInvoicesPage() {
  const desk = useStaffDesk(staffInvoices);
  const { list, opened, selection, row } = desk;
  // Proofs wait in every year, as the menu counts them; the other states are those of the chosen one.
  const sums = useListCounts({ ...list, query: list.queryOfParts }, readSummary);
  const manages = useCan('invoices.manage');
  const queue = usePaymentQueue(desk, manages);
  const amounts = sums && [
    [copy.sumTotal, sums.total_amount] as const,
    [copy.sumPaid, sums.amount_paid] as const,
    [copy.sumOutstanding, sums.outstanding] as const,
  ];
  return (
    <StaffDesk
      desk={desk}
      sheet={KEYS}
      free={opened.id === null && desk.above === null}
      shortcuts={{ j: queue.begin }}
      columns={columnsOf(desk.open)}
      icon={<ReceiptText size={28} />}
      counters={{
        label: copy.counters,
        filter: 'status',
        values: CARDS,
        toneOf: (status) => invoiceTone(status as InvoiceStatus, 'staff'),
        counts: sums?.status,
      }}
      sums={
        amounts && sums.total > 0 ? (
          <Sums aria-label={copy.sums}>
            {amounts.map(([label, amount]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{formatRupiah(amount)}</dd>
              </div>
            ))}
          </Sums>
        ) : null
      }
      ticks={
        manages
          ? {
              labels: {
                column: copy.select,
                all: copy.selectAll,
                one: ({ invoice_number, child_name }) => copy.selectOne(invoice_number, child_name),
              },
              // A payment is rejected by itself only, since that needs a reason.
              acts: [{ name: 'verify', label: bulkCopy.verify, Icon: Check }],
            }
          : null
      }
      panel={(id) => <InvoicePanel id={id} row={row} opened={opened} queue={queue} />}
      undo={<UndoBar queue={queue} />}
    >
      {desk.above === 'verify' ? <BulkDialog selection={selection} onClose={desk.close} /> : null}
    </StaffDesk>
  );
}
