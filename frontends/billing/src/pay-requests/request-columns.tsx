import type { PayRequestRow } from '@gerbang/contracts/pay-requests';
import {
  PAY_CHANNEL_LABELS,
  PAY_REQUEST_STATUS_LABELS,
  type PayRequestStatus,
} from '@gerbang/domain/pay-requests';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellLines, TagLines } from '@gerbang/ui/layout';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';
import { RowButton } from '@gerbang/ui/table-style';
import {
  formatDateShort,
  formatDayText,
  formatMoment,
  formatRupiah,
  formatTime,
} from '@gerbang/web-kit/page/format';
import { copy } from './pay-requests.copy.ts';

export const TONES: Readonly<Record<PayRequestStatus, Tone>> = {
  creating: 'neutral',
  open: 'info',
  paid: 'success',
  expired: 'neutral',
  cancelled: 'neutral',
  failed: 'danger',
  review: 'attention',
};

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

/** The columns with what a person may do with a row; null = not this person. */
export const requestColumns = (ask: Act | null, close: Act | null): readonly Column<PayRequestRow>[] =>
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
