import { exportPayRequests, type PayRequestRow, refreshPayRequest } from '@gerbang/contracts/pay-requests';
import {
  PAY_CHANNEL_LABELS,
  PAY_REQUEST_STATUS_LABELS,
  type PayRequestStatus,
} from '@gerbang/domain/pay-requests';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellLines, Quiet, TagLines } from '@gerbang/ui/layout';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';
import { RowButton } from '@gerbang/ui/table-style';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation } from '@gerbang/web-kit/api/query-client';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { ExportButton } from '@gerbang/web-kit/lists/export-button.tsx';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { useListCounts, useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import {
  formatDateShort,
  formatDayText,
  formatMoment,
  formatRupiah,
  formatTime,
} from '@gerbang/web-kit/page/format';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { CloseDialog } from './close-dialog.tsx';
import { payRequests, readSummary } from './pay-requests.api.ts';
import { copy } from './pay-requests.copy.ts';

const TONES: Readonly<Record<PayRequestStatus, Tone>> = {
  creating: 'neutral',
  open: 'info',
  paid: 'success',
  expired: 'neutral',
  cancelled: 'neutral',
  failed: 'danger',
  review: 'attention',
};

/** The work first; what is over behind it. */
const ORDER = ['open', 'review', 'paid', 'expired', 'cancelled', 'failed'] as const;

/** From this room on the steps have a column of their own; before they stand in the first. */
const STEPS_FROM = 960;

const shortMoment = (at: string) => `${formatDateShort(at)}, ${formatTime(new Date(at))}`;

function stepsOf(
  { created_at: made, paid_at: paid, booked_at: booked, settled_on: settled }: PayRequestRow,
  when: (at: string) => string,
): string[] {
  return [
    copy.made(when(made)),
    ...(paid === null ? [] : [copy.paid(when(paid))]),
    ...(booked === null ? [] : [copy.booked(when(booked))]),
    ...(settled === null ? [] : [copy.settled(formatDayText(settled))]),
  ];
}

type Act = (row: PayRequestRow) => void;

/** A review that ends without money: the money of others is decided where it stands. */
const isClosable = ({ status, keeps_money }: PayRequestRow) => status === 'review' && !keeps_money;

const columnsOf = (ask: Act | null, close: Act | null): readonly Column<PayRequestRow>[] =>
  titled(copy.columns, [
    {
      key: 'what',
      rowHeader: true,
      render: (row) => (
        <CellLines>
          {row.number}
          <small>{row.child_name}</small>
          <small>{[PAY_CHANNEL_LABELS[row.channel], row.bank_name].filter(Boolean).join(' ')}</small>
          {row.va_number === null ? null : <small>{row.va_number.trim()}</small>}
          <small>{row.request_no}</small>
          {stepsOf(row, shortMoment).map((step) => (
            <small key={step} data-until={STEPS_FROM}>
              {step}
            </small>
          ))}
        </CellLines>
      ),
    },
    {
      key: 'amount',
      width: '124px',
      numeric: true,
      sort: { ascending: 'amount', descending: '-amount', first: 'descending' },
      render: ({ amount, paid_amount: paid }) => (
        <CellLines>
          {formatRupiah(amount)}
          {paid === null || paid === amount ? null : <small>{copy.differs(formatRupiah(paid))}</small>}
        </CellLines>
      ),
    },
    {
      key: 'status',
      width: '144px',
      render: ({ status, last_error: error, closed_reason: closed }) => (
        <TagLines>
          <StatusTag tone={TONES[status]}>{PAY_REQUEST_STATUS_LABELS[status]}</StatusTag>
          {error === null ? null : <small>{error}</small>}
          {closed === undefined ? null : <small>{copy.closedFor(closed)}</small>}
        </TagLines>
      ),
    },
    {
      key: 'way',
      from: STEPS_FROM,
      width: '296px',
      sort: { ascending: 'created_at', descending: '-created_at', first: 'descending' },
      render: (row) => (
        <CellLines>
          {stepsOf(row, formatMoment).map((step) => (
            <small key={step}>{step}</small>
          ))}
        </CellLines>
      ),
    },
    ...(ask === null
      ? []
      : [
          {
            key: 'actions' as const,
            width: '168px',
            actions: true as const,
            render: (row: PayRequestRow) =>
              row.status === 'paid' ? null : close !== null && isClosable(row) ? (
                <RowButton small aria-label={copy.closeOf(row.number)} onClick={() => close(row)}>
                  {copy.close}
                </RowButton>
              ) : (
                <RowButton small aria-label={copy.askAbout(row.number)} onClick={() => ask(row)}>
                  {copy.ask}
                </RowButton>
              ),
          },
        ]),
  ]);

/** What was asked of the provider, and what became of it. */
export function RequestsPart() {
  const list = useStaffList(payRequests);
  const { search, channel, academic_year, from, to } = list.query;
  const counts = useListCounts(
    {
      key: list.key,
      query: { search, channel, academic_year, from, to },
      ready: list.ready,
      refetchOnMount: 'always',
    },
    readSummary,
  );
  const refresh = useMutation({
    mutationFn: ({ id }: PayRequestRow) => call(refreshPayRequest, { params: { id } }),
    onSettled: () => list.reload(),
  });
  const { send } = useDecision(refresh, {
    done: ({ status }, { number }) => [copy.asked, `${number}: ${PAY_REQUEST_STATUS_LABELS[status]}`],
    failed: copy.failed,
    onClose: () => undefined,
  });
  const [closing, setClosing] = useState<PayRequestRow | null>(null);
  const mayAsk = useCan('pay_requests.ask');
  const mayClose = useCan('bank.book');
  return (
    <>
      <StaffList
        list={list}
        columns={columnsOf(mayAsk ? send : null, mayClose ? setClosing : null)}
        icon={<QrCode size={28} />}
        tools={
          <ExportButton file="pembayaran-online" address={() => list.exportAddress(exportPayRequests.path)} />
        }
        keys
        sums={counts ? <Quiet $figures>{copy.paidToday(counts.paid_today)}</Quiet> : null}
        views={{
          label: copy.views,
          views: ORDER.map((status) => ({
            key: status,
            label: PAY_REQUEST_STATUS_LABELS[status],
            count: counts ? (counts.status[status] ?? 0) : null,
            tone: TONES[status],
            filters: { status },
          })),
        }}
      />
      {closing ? (
        <CloseDialog row={closing} onDone={() => void list.reload()} onClose={() => setClosing(null)} />
      ) : null}
    </>
  );
}
