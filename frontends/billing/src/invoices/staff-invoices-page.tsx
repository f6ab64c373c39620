import type { StaffInvoice } from '@gerbang/contracts/billing.types';
import * as invoices from '@gerbang/contracts/invoices';
import { invoiceTone } from '@gerbang/domain/billing-tones';
import type { InvoiceStatus } from '@gerbang/domain/invoices';
import { Button } from '@gerbang/ui/button';
import { bulkCopy } from '@gerbang/web-kit/lists/bulk.copy';
import { BulkBar } from '@gerbang/web-kit/lists/bulk-bar.tsx';
import { KeysButton } from '@gerbang/web-kit/desk/keys-button.tsx';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { DeskFrame, useRoomBeside } from '@gerbang/web-kit/desk/desk-frame.tsx';
import { UndoBar } from '@gerbang/web-kit/desk/undo-bar.tsx';
import { deskCopy } from '@gerbang/web-kit/desk/desk.copy';
import { ExportButton } from '@gerbang/web-kit/lists/export-button.tsx';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { useQueryClient } from '@gerbang/web-kit/api/query-client';
import { useListCounts, useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { useSelection } from '@gerbang/web-kit/lists/use-selection';
import { useOpenedAmong } from '@gerbang/web-kit/lists/use-opened';
import { useProofQueue } from '@gerbang/web-kit/desk/use-proof-queue';
import { Check, ReceiptText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { refreshBilling } from '../billing.api.ts';
import { readSummary, staffInvoices } from './staff-invoices.api.ts';
import { readCheck, verifyCall } from '../invoice-payments/invoice-payments.api.ts';
import { columnsOf } from './invoice-columns.tsx';
import { copy, dialogCopy, KEYS } from './staff-invoices.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const InvoiceDialog = lazySheet(() =>
  import('./staff-invoice-dialog.tsx').then((part) => part.InvoiceDialog),
);

const InvoicePanel = lazySheet(() => import('./staff-invoice-panel.tsx').then((part) => part.InvoicePanel));

const BulkDialog = lazyPart(() => import('./bulk-verify-dialog.tsx').then((part) => part.BulkVerifyDialog));
const KeysDialog = lazyPart(() =>
  import('@gerbang/web-kit/desk/keys-dialog.tsx').then((part) => part.KeysDialog),
);

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
];

/** /admin/invoices, 'Kelola Tagihan': every invoice with its payments, the waiting ones first. */
export function StaffInvoicesPage() {
  const list = useStaffList(staffInvoices);
  const sums = useListCounts(list, readSummary);
  const client = useQueryClient();
  const opened = useOpenedAmong(list);
  const manages = useCan('invoices.manage');
  const { state } = list;
  const selection = useSelection(JSON.stringify([state.search, state.filters]), list.rows);
  const [bulk, setBulk] = useState(false);
  const [keys, setKeys] = useState(false);
  const free = opened.id === null && !bulk && !keys;
  const beside = useRoomBeside();
  const row = list.rows.find(({ id }) => id === opened.id);
  const queue = useProofQueue<StaffInvoice>({
    key: list.key,
    list,
    opened,
    target: manages && row?.waiting_payment ? { id: row.waiting_payment.id, name: row.child_name } : null,
    waitingOf: ({ waiting_payment: payment }) => payment,
    read: readCheck,
    send: ({ check, reason }) =>
      verifyCall({
        of: check,
        body: reason === null ? { action: 'verify' } : { action: 'reject', rejection_reason: reason },
      }),
    refusal: (error) => refusalText(error, dialogCopy.verifyFailed),
    done: [dialogCopy.success, dialogCopy.verified],
    failed: dialogCopy.verifyFailed,
    refresh: () => refreshBilling(client),
  });
  useShortcuts({ '?': () => setKeys(true), ...(beside && manages ? { j: queue.begin } : {}) }, free);
  const open = (row: StaffInvoice) => opened.open(row.id);
  const amounts = sums && [
    [copy.sumTotal, sums.total_amount] as const,
    [copy.sumPaid, sums.amount_paid] as const,
    [copy.sumOutstanding, sums.outstanding] as const,
  ];
  const panel =
    beside && opened.id !== null ? (
      <Suspense fallback={<section aria-label={deskCopy.loading} />}>
        <InvoicePanel id={opened.id} row={row} opened={opened} queue={queue} />
      </Suspense>
    ) : null;
  const rows = (
    <StaffList
      list={list}
      columns={columnsOf(open)}
      icon={<ReceiptText size={28} />}
      keys={free}
      onOpen={open}
      onReload={() => void refreshBilling(client)}
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
      tools={
        <ExportButton
          address={() => list.exportAddress(invoices.exportInvoices.path)}
          file={copy.exportFile}
          failed={copy.exportFailed}
        />
      }
      hints={<KeysButton onClick={() => setKeys(true)} />}
      selection={
        manages
          ? {
              ...selection,
              labels: {
                column: copy.select,
                all: copy.selectAll,
                one: ({ invoice_number, child_name }) => copy.selectOne(invoice_number, child_name),
              },
            }
          : null
      }
      marked={
        selection.size > 0 ? (
          <BulkBar count={selection.size} onClear={selection.clear}>
            {/* A payment is rejected by itself only, since that needs a reason. */}
            <Button small icon={<Check size={16} aria-hidden="true" />} onClick={() => setBulk(true)}>
              {bulkCopy.verify}
            </Button>
          </BulkBar>
        ) : null
      }
    />
  );
  return (
    <>
      <DeskFrame list={rows} panel={panel} />
      <UndoBar queue={queue} />
      <Suspense fallback={null}>
        {opened.id === null || beside ? null : <InvoiceDialog id={opened.id} onClose={opened.close} />}
        {bulk ? <BulkDialog selection={selection} onClose={() => setBulk(false)} /> : null}
        {keys ? <KeysDialog keys={KEYS} onClose={() => setKeys(false)} /> : null}
      </Suspense>
    </>
  );
}
