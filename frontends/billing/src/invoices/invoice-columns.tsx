import type { StaffInvoice } from '@gerbang/contracts/invoices';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellPair } from '@gerbang/ui/layout';
import { rowOpenColumn } from '@gerbang/web-kit/lists/row-open.tsx';
import { formatDateShort, formatRupiah, levelText } from '@gerbang/web-kit/page/format';
import { proofAlertsCopy } from '@gerbang/web-kit/desk/proof-alerts.copy';
import { markOfInvoice } from '../child-mark.ts';
import { dueText, InvoiceTag, InvoiceTotal } from './invoice-parts.tsx';
import { copy } from './staff-invoices.copy.ts';

/** Below this width number and stage stand below the child's name. */
const NUMBER_FROM = 720;

/** Why a proof is held, what waits to be checked, else what is still to be paid of an invoice that is paid in part. */
function restOf({ waiting_payment: waiting, remaining, total_amount: total }: StaffInvoice): string | null {
  if (waiting?.proof_alert) return proofAlertsCopy.mark;
  if (waiting) return copy.waiting(formatRupiah(waiting.amount_paid));
  return remaining > 0 && remaining < total ? copy.remaining(formatRupiah(remaining)) : null;
}

/** The columns of the staff's invoices, the first to go last; cards on phones. */
export const columnsOf = (onOpen: (row: StaffInvoice) => void): Column<StaffInvoice>[] =>
  titled(copy.columns, [
    {
      key: 'child',
      rowHeader: true,
      render: (row) => (
        <CellPair>
          <span>{row.child_name}</span>
          <small data-from={NUMBER_FROM}>
            <span>{markOfInvoice(row)}</span>
            <span>{`\u00A0· ${levelText(row.grade_level, row.kelas)}`}</span>
          </small>
          <small data-until={NUMBER_FROM}>
            {row.invoice_number} · {row.installment_name}
          </small>
        </CellPair>
      ),
    },
    {
      key: 'invoice',
      width: '148px',
      from: NUMBER_FROM,
      render: (row) => (
        <CellPair>
          <span>{row.invoice_number}</span>
          <small>{row.installment_name}</small>
        </CellPair>
      ),
    },
    {
      key: 'due',
      width: '136px',
      from: 840,
      sort: { ascending: 'due_date', descending: '-due_date' },
      render: (row) => (
        <CellPair>
          <time dateTime={row.due_date}>{formatDateShort(row.due_date)}</time>
          {row.payable ? <small>{dueText(row.due_date)}</small> : null}
        </CellPair>
      ),
    },
    {
      key: 'amount',
      width: '152px',
      sort: { ascending: 'total_amount', descending: '-total_amount', first: 'descending' },
      render: (row) => (
        <CellPair>
          <span>
            <InvoiceTotal of={row} />
          </span>
          {restOf(row) ? <small>{restOf(row)}</small> : null}
        </CellPair>
      ),
    },
    {
      key: 'status',
      says: 'status',
      width: '178px',
      render: (row) => <InvoiceTag status={row.status} viewer="staff" />,
    },
    rowOpenColumn(copy.open, (row) => copy.openOf(row.invoice_number, row.child_name), onOpen),
  ]);
