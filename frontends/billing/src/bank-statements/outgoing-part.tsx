import { exportBankLines, listBankLines } from '@gerbang/contracts/bank-statements';
import { LINE_LABELS } from '@gerbang/domain/bank-lines';
import { REFUND_SIGNS } from '@gerbang/domain/refunds';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellLines } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { callPage } from '@gerbang/web-kit/api/client';
import { ExportButton } from '@gerbang/web-kit/lists/export-button.tsx';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { linkedChoice, staffList, useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/page/format';
import { ArrowUpRight } from 'lucide-react';
import { type BankLine, SPAN } from './bank-statements.api.ts';
import { LINE_TONES } from './line-columns.tsx';
import { outgoingCopy as words } from './outgoing.copy.ts';

const OUTGOING = { direction: 'out' } as const;

const outgoingLines = staffList({
  key: 'outgoing-lines',
  news: 'counted',
  pageSize: 50,
  filters: {
    status: linkedChoice({
      label: words.statusFilter,
      values: ['new', 'booked'] as const,
      labels: words.statuses,
    }),
    ...SPAN,
  },
  fields: ['sort'],
  texts: words,
  read: (query, signal) => callPage(listBankLines, { signal, query: { ...query, ...OUTGOING } }),
});

/** The refund that a line paid, or those that it may have paid, each with why. */
function Refunds({ refunds = [], amount }: BankLine) {
  if (refunds.length === 0) return words.nothing;
  return (
    <CellLines>
      {refunds.map(({ id, number, child_name, total, by }) => (
        <span key={id}>
          {number} · {child_name}
          {by === null ? null : (
            <small> {total === amount ? REFUND_SIGNS[by] : words.differs(formatRupiah(total))}</small>
          )}
        </span>
      ))}
    </CellLines>
  );
}

function State({ status, refunds = [] }: BankLine) {
  if (status === 'booked') return <StatusTag tone={LINE_TONES.booked}>{LINE_LABELS.booked}</StatusTag>;
  if (refunds.length === 0) return <StatusTag tone="neutral">{words.other}</StatusTag>;
  return refunds.every(({ noted }) => noted) ? (
    <StatusTag tone="success">{words.noted}</StatusTag>
  ) : (
    <StatusTag tone="attention">{words.offered}</StatusTag>
  );
}

const COLUMNS: Column<BankLine>[] = titled(words.columns, [
  {
    key: 'day',
    width: '136px',
    sort: { ascending: 'booked_on', descending: '-booked_on', first: 'descending' },
    render: ({ booked_on, account_key }) => (
      <CellLines>
        <time dateTime={booked_on}>{formatDateShort(booked_on)}</time>
        <small>{words.account(account_key)}</small>
      </CellLines>
    ),
  },
  {
    key: 'amount',
    width: '148px',
    rowHeader: true,
    sort: { ascending: 'amount', descending: '-amount', first: 'descending' },
    render: ({ amount }) => formatRupiah(amount),
  },
  { key: 'refund', render: Refunds },
  { key: 'status', width: '176px', render: State },
]);

/** Money that went out by the bank's statements, with the refund that each line paid or may have paid. */
export function OutgoingPart() {
  const list = useStaffList(outgoingLines);
  return (
    <StaffList
      list={list}
      columns={COLUMNS}
      icon={<ArrowUpRight size={28} />}
      tools={
        <ExportButton
          file={words.exportFile}
          address={() => `${list.exportAddress(exportBankLines.path)}&${new URLSearchParams(OUTGOING)}`}
        />
      }
    />
  );
}
