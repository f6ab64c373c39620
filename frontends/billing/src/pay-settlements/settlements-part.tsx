import { PAY_CHANNEL_LABELS } from '@gerbang/domain/pay-requests';
import { PAY_SETTLEMENT_STATUS_LABELS } from '@gerbang/domain/pay-settlements';
import { Button } from '@gerbang/ui/button';
import { CardTitle } from '@gerbang/ui/card';
import { type Column, DataTable, titled } from '@gerbang/ui/data-table';
import { FittedTables } from '@gerbang/ui/fitted-tables';
import { CellLines, Stack, TagLines } from '@gerbang/ui/layout';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';
import { RowButton } from '@gerbang/ui/table-style';
import { FilterRow } from '@gerbang/web-kit/lists/list-filters.tsx';
import { formatDateShort, formatDayText, formatRupiah } from '@gerbang/web-kit/page/format';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { MonthTable } from '../bank-days/month-table.tsx';
import { useMonth } from '../bank-days/use-month.tsx';
import { MatchDialog } from './match-dialog.tsx';
import { NoteDialog, type NoteStart } from './note-dialog.tsx';
import { type Settlement, type UnsettledDay, useSettlements, useUnsettled } from './pay-settlements.api.ts';
import { copy } from './pay-settlements.copy.ts';

const TONES: Readonly<Record<Settlement['status'], Tone>> = {
  open: 'info',
  matched: 'success',
  differs: 'attention',
};

const nameOf = ({ channel, paid_on: day }: Pick<Settlement, 'channel' | 'paid_on'>) =>
  copy.unsettledOf(PAY_CHANNEL_LABELS[channel], formatDayText(day));

interface Acts {
  readonly match: (row: Settlement) => void;
  readonly correct: (row: Settlement) => void;
}

const columnsOf = (acts: Acts | null): readonly Column<Settlement>[] =>
  titled(copy.columns, [
    {
      key: 'day',
      rowHeader: true,
      render: ({ settled_on: settled, paid_on: paid, channel, requests }) => (
        <CellLines>
          <time dateTime={settled}>{formatDateShort(settled)}</time>
          <small>{copy.paidOn(PAY_CHANNEL_LABELS[channel], formatDateShort(paid))}</small>
          <small>{copy.requests(requests)}</small>
        </CellLines>
      ),
    },
    {
      key: 'gross',
      width: '122px',
      numeric: true,
      render: ({ gross, paid }) => (
        <CellLines>
          {formatRupiah(gross)}
          {gross === paid ? null : <small>{copy.counted(formatRupiah(paid))}</small>}
        </CellLines>
      ),
    },
    { key: 'fee', width: '110px', numeric: true, from: 720, render: ({ fee }) => formatRupiah(fee) },
    { key: 'net', width: '118px', numeric: true, render: ({ net }) => formatRupiah(net) },
    {
      key: 'line',
      width: '168px',
      from: 840,
      render: ({ line }) =>
        line === null ? (
          copy.noLine
        ) : (
          <CellLines>
            <time dateTime={line.booked_on}>{formatDateShort(line.booked_on)}</time>
            <small>{copy.line(formatRupiah(line.amount))}</small>
          </CellLines>
        ),
    },
    {
      key: 'state',
      width: '160px',
      render: ({ status, difference }) => (
        <TagLines>
          <StatusTag tone={TONES[status]}>{PAY_SETTLEMENT_STATUS_LABELS[status]}</StatusTag>
          {difference === null ? null : <small>{copy.difference(formatRupiah(difference))}</small>}
        </TagLines>
      ),
    },
    ...(acts === null
      ? []
      : [
          {
            key: 'actions' as const,
            width: '112px',
            actions: true as const,
            render: (row: Settlement) =>
              row.status === 'matched' ? null : (
                <CellLines>
                  <RowButton small aria-label={copy.matchOf(nameOf(row))} onClick={() => acts.match(row)}>
                    {copy.match}
                  </RowButton>
                  {row.status === 'differs' ? (
                    <RowButton
                      small
                      aria-label={copy.correctOf(nameOf(row))}
                      onClick={() => acts.correct(row)}
                    >
                      {copy.correct}
                    </RowButton>
                  ) : null}
                </CellLines>
              ),
          },
        ]),
  ]);

/** Days of payments that nothing was noted of yet, each with the way to note it. */
function Unsettled({
  days,
  onNote,
}: {
  days: readonly UnsettledDay[];
  onNote: ((day: UnsettledDay) => void) | null;
}) {
  return (
    <FittedTables>
      <CardTitle>{copy.unsettled}</CardTitle>
      <DataTable
        caption={copy.unsettled}
        rows={days}
        rowKey={({ channel, paid_on: day }) => `${channel} ${day}`}
        columns={titled(copy.unsettledColumns, [
          { key: 'what', rowHeader: true, render: (day: UnsettledDay) => nameOf(day) },
          {
            key: 'sum',
            numeric: true as const,
            render: ({ gross, requests }: UnsettledDay) => copy.unsettledSum(formatRupiah(gross), requests),
          },
          ...(onNote === null
            ? []
            : [
                {
                  key: 'actions' as const,
                  width: '170px',
                  actions: true as const,
                  render: (day: UnsettledDay) => (
                    <RowButton small aria-label={copy.noteOf(nameOf(day))} onClick={() => onNote(day)}>
                      {copy.note}
                    </RowButton>
                  ),
                },
              ]),
        ])}
      />
    </FittedTables>
  );
}

/** What the provider handed over in a month, each settlement with its line of the statement, and what is still to come. */
export function SettlementsPart() {
  const books = useCan('bank.book');
  const [noting, setNoting] = useState<NoteStart | null>(null);
  const [matching, setMatching] = useState<Settlement | null>(null);
  const { month, picker } = useMonth(copy.month);
  const found = useSettlements(month);
  const unsettled = useUnsettled().data?.unsettled ?? [];
  const correct = ({ channel, settled_on, paid_on, fee, net }: Settlement) =>
    setNoting({ channel, settled_on, paid_on, fee, net, isFixed: true });
  const note = ({ channel, paid_on, gross }: UnsettledDay) => setNoting({ channel, paid_on, gross });
  return (
    <Stack $gap={12}>
      <FilterRow>
        {picker}
        {books ? (
          <Button small variant="secondary" onClick={() => setNoting({})}>
            {copy.note}
          </Button>
        ) : null}
      </FilterRow>
      {unsettled.length > 0 ? <Unsettled days={unsettled} onNote={books ? note : null} /> : null}
      <MonthTable
        month={month}
        found={found}
        copy={copy}
        lines={6}
        icon={<Landmark size={28} />}
        rowKey={({ id }) => id}
        columns={columnsOf(books ? { match: setMatching, correct } : null)}
      />
      {noting ? <NoteDialog start={noting} onClose={() => setNoting(null)} /> : null}
      {matching ? <MatchDialog of={matching} onClose={() => setMatching(null)} /> : null}
    </Stack>
  );
}
