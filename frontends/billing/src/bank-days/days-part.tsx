import { RowButton } from '@gerbang/ui/table-style';
import { isDaySettled } from '@gerbang/domain/bank-days';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellLines, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { FilterRow } from '@gerbang/web-kit/lists/list-filters.tsx';
import { formatDayText, formatMoment, formatRupiah } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { type BankDay, useBankDays, useCloseDay } from './bank-days.api.ts';
import { copy } from './bank-days.copy.ts';
import { MonthTable } from './month-table.tsx';
import { useMonth } from './use-month.tsx';

/** Where the undecided lines of a day are. */
const linesOf = ({ account_key: account, day }: BankDay) =>
  `?${new URLSearchParams({ status: 'undecided', from: day, to: day, account })}`;
const FUNDS = `?${new URLSearchParams({ bagian: 'funds', status: 'open' })}`;

// On a card of a phone the label beside it keeps its room.
const Parts = styled(CellLines)`
  @media (max-width: 639.98px) {
    max-width: 200px;
  }
`;

/** Links below each other, each high enough for a finger. */
const Ways = styled(Parts)`
  a {
    justify-self: start;
    padding-block: 3px;
    @media (max-width: 639.98px) {
      justify-self: end;
    }
  }
`;

/** Why a day cannot be closed yet, each reason with the way to what is missing. */
function Open({ day }: { day: BankDay }) {
  const { unknown_lines: lines, unknown, open_receipts: receipts, difference } = day;
  return (
    <Ways>
      {lines > 0 ? <Link to={linesOf(day)}>{copy.unknown(lines, formatRupiah(unknown))}</Link> : null}
      {receipts > 0 ? <Link to={FUNDS}>{copy.receipts(receipts)}</Link> : null}
      {lines === 0 && difference !== 0 ? (
        <Link to={linesOf(day)}>{copy.notZero(formatRupiah(difference))}</Link>
      ) : null}
    </Ways>
  );
}

function State({ day }: { day: BankDay }) {
  if (day.closed) {
    return (
      <CellLines>
        <span>
          <StatusTag tone="success">{copy.closed}</StatusTag>
        </span>
        <small>{copy.closedBy(day.closed.by.name ?? '', formatMoment(day.closed.at))}</small>
      </CellLines>
    );
  }
  return isDaySettled(day) ? <StatusTag tone="info">{copy.ready}</StatusTag> : <Open day={day} />;
}

function columnsOf(books: boolean, onClose: (day: BankDay) => void): Column<BankDay>[] {
  return titled(copy.columns, [
    {
      key: 'day',
      width: '152px',
      rowHeader: true,
      render: (row) => (
        <CellLines>
          <time dateTime={row.day}>{formatDayText(row.day)}</time>
          <small>{copy.account(row.account_key)}</small>
        </CellLines>
      ),
    },
    { key: 'in_total', width: '140px', numeric: true, render: (row) => formatRupiah(row.in_total) },
    {
      key: 'booked',
      width: '140px',
      numeric: true,
      from: 720,
      render: (row) => formatRupiah(row.booked),
    },
    {
      key: 'apart',
      width: '152px',
      from: 960,
      render: (row) => {
        const parts = (['surplus', 'settlement', 'ignored', 'unapplied'] as const).filter(
          (name) => row[name] !== 0,
        );
        const { returned = 0 } = row;
        return (
          <Parts>
            {parts.length === 0 && returned === 0
              ? copy.nothing
              : parts.map((name) => (
                  <small key={name}>{copy.part(formatRupiah(row[name]), copy[name])}</small>
                ))}
            {returned > 0 ? <small>{copy.part(formatRupiah(returned), copy.returned)}</small> : null}
          </Parts>
        );
      },
    },
    {
      key: 'difference',
      width: '148px',
      numeric: true,
      from: 840,
      render: (row) =>
        row.difference === 0 ? formatRupiah(0) : <strong>{formatRupiah(row.difference)}</strong>,
    },
    { key: 'state', render: (row) => <State day={row} /> },
    {
      key: 'actions',
      width: '108px',
      actions: true,
      render: (row) =>
        books && row.closed === null && isDaySettled(row) ? (
          <RowButton small aria-label={copy.closeOf(formatDayText(row.day))} onClick={() => onClose(row)}>
            {copy.close}
          </RowButton>
        ) : null,
    },
  ]);
}

function CloseDialog({ day, onClose }: { day: BankDay; onClose: () => void }) {
  const { send, pending } = useDecision(useCloseDay(), {
    done: [copy.success, copy.done(formatDayText(day.day))],
    failed: copy.failed,
    onClose,
  });
  return (
    <AlertDialog
      title={copy.closeTitle(formatDayText(day.day))}
      confirmLabel={copy.close}
      pendingLabel={copy.closing}
      destructive={false}
      pending={pending}
      onConfirm={() => send(day)}
      onCancel={onClose}
    >
      <p>{copy.closeText(formatRupiah(day.in_total))}</p>
    </AlertDialog>
  );
}

/** The days of a month by the banks' statements: what came in, what became of it, and who closed the day. */
export function DaysPart() {
  const books = useCan('bank.book');
  const [closing, setClosing] = useState<BankDay | null>(null);
  const { month, picker } = useMonth(copy.month);
  const found = useBankDays(month);
  return (
    <Stack $gap={12}>
      <FilterRow>{picker}</FilterRow>
      <MonthTable
        month={month}
        found={found}
        copy={copy}
        lines={8}
        icon={<CalendarCheck size={28} />}
        rowKey={({ account_key: account, day }) => `${account} ${day}`}
        columns={columnsOf(books, setClosing)}
      />
      {closing ? <CloseDialog day={closing} onClose={() => setClosing(null)} /> : null}
    </Stack>
  );
}
