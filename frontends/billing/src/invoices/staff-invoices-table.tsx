import type { StaffInvoice } from '@gerbang/contracts/billing.types';
import { Button } from '@gerbang/ui/button';
import { DataTable, type Column } from '@gerbang/ui/data-table';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { dueText } from './due.ts';
import { InvoiceTag } from './status-tags.tsx';
import { copy } from './staff-invoices.copy.ts';

const Quiet = styled.span`
  display: block;
  font-weight: 400;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
`;

const Amount = styled.span`
  font-feature-settings: 'tnum';
  white-space: nowrap;
`;

const Open = styled(Button)`
  white-space: nowrap;
  @media (max-width: 639.98px) {
    min-height: 44px;
  }
`;

const parentsOf = ({ parent }: StaffInvoice) =>
  [parent.father_name, parent.mother_name].filter(Boolean).join(' · ') || '-';

/** All invoices; a click anywhere in a row opens its payments. */
export function StaffInvoicesTable({
  rows,
  onOpen,
}: {
  rows: readonly StaffInvoice[];
  onOpen: (row: StaffInvoice) => void;
}) {
  const columns: readonly Column<StaffInvoice>[] = [
    {
      key: 'child',
      header: copy.columns.child,
      rowHeader: true,
      render: (row) => (
        <span>
          {row.child_name}
          <Quiet>{[row.grade_level, row.kelas].filter(Boolean).join(' · ')}</Quiet>
          <Quiet>{parentsOf(row)}</Quiet>
        </span>
      ),
    },
    {
      key: 'invoice',
      header: copy.columns.invoice,
      render: (row) => (
        <span>
          {row.invoice_number}
          <Quiet>{row.installment_name}</Quiet>
        </span>
      ),
    },
    {
      key: 'due',
      header: copy.columns.due,
      render: (row) => (
        <span>
          <time dateTime={row.due_date}>{formatDateShort(row.due_date)}</time>
          {row.payable ? <Quiet>{dueText(row.due_date)}</Quiet> : null}
        </span>
      ),
    },
    {
      key: 'amount',
      header: copy.columns.amount,
      render: (row) => (
        <Amount>
          {formatRupiah(row.total_amount)}
          {row.remaining > 0 && row.remaining < row.total_amount ? (
            <Quiet>{copy.remaining(formatRupiah(row.remaining))}</Quiet>
          ) : null}
        </Amount>
      ),
    },
    {
      key: 'status',
      header: copy.columns.status,
      render: (row) => (
        <span>
          <InvoiceTag status={row.status} viewer="staff" />
          {row.waiting_payment ? (
            <Quiet>{copy.waiting(formatRupiah(row.waiting_payment.amount_paid))}</Quiet>
          ) : null}
        </span>
      ),
    },
    {
      key: 'actions',
      header: copy.columns.actions,
      actions: true,
      render: (row) => (
        <Open
          small
          variant="secondary"
          aria-label={copy.openOf(row.invoice_number, row.child_name)}
          onClick={() => onOpen(row)}
        >
          {copy.open}
        </Open>
      ),
    },
  ];
  return (
    <DataTable
      dense
      caption={copy.caption}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      onOpen={onOpen}
    />
  );
}
