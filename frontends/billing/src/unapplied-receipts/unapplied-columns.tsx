import { PAY_CHANNEL_LABELS } from '@gerbang/domain/pay-requests';
import { RowButton } from '@gerbang/ui/table-style';
import {
  UNAPPLIED_CAUSE_LABELS,
  UNAPPLIED_STATUS_LABELS,
  type UnappliedStatus,
} from '@gerbang/domain/bank-matches';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellPair, Row } from '@gerbang/ui/layout';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/page/format';
import { MoreMenu } from '@gerbang/web-kit/page/more-menu.tsx';
import { dayOf, type Receipt } from './unapplied-receipts.api.ts';
import { copy } from './unapplied-receipts.copy.ts';

/** The tone of each status. */
export const TONES: Readonly<Record<UnappliedStatus, Tone>> = {
  open: 'attention',
  assigned: 'success',
  returned: 'neutral',
};

/** What became of the money: the bill that got it, or its way back. */
function outcomeOf(row: Receipt): string | null {
  if (row.status === 'assigned') return row.assigned_number && copy.assignedTo(row.assigned_number);
  if (row.status !== 'returned') return null;
  return copy.returnedOn(row.returned_on ? formatDateShort(row.returned_on) : '', row.note ?? '');
}

interface Acts {
  readonly onAssign: (row: Receipt) => void;
  readonly onReturn: (row: Receipt) => void;
  /** Undefined for roles that begin no refund. */
  readonly onRefund?: (row: Receipt) => void;
}

/** The columns of the list; cards on phones. */
export const columnsOf = (books: boolean, { onAssign, onReturn, onRefund }: Acts): Column<Receipt>[] =>
  titled(copy.columns, [
    {
      key: 'day',
      width: '116px',
      render: (row) => <time dateTime={dayOf(row)}>{formatDateShort(dayOf(row))}</time>,
    },
    {
      key: 'amount',
      width: '140px',
      rowHeader: true,
      sort: { ascending: 'amount', descending: '-amount', first: 'descending' },
      render: ({ amount, line }) => (
        <CellPair>
          <span>{formatRupiah(amount)}</span>
          {line === null || line.amount === amount ? null : (
            <small>
              <span>{copy.ofLine(formatRupiah(line.amount))}</span>
            </small>
          )}
        </CellPair>
      ),
    },
    {
      key: 'cause',
      width: '150px',
      from: 640,
      render: ({ cause, paid_numbers: paid }) => (
        <CellPair>
          <span>{UNAPPLIED_CAUSE_LABELS[cause]}</span>
          {paid.length > 0 ? (
            <small>
              <span title={paid.join(', ')}>{copy.beside(paid.join(', '))}</span>
            </small>
          ) : null}
        </CellPair>
      ),
    },
    {
      key: 'text',
      from: 960,
      render: ({ line, reversed_payment: of, pay_request: request, asked_for: asked }) => (
        <CellPair>
          <span title={line?.description ?? undefined}>
            {of
              ? copy.ofPayment(of.number)
              : request
                ? copy.ofRequest(PAY_CHANNEL_LABELS[request.channel], request.request_no)
                : (line?.description ?? copy.noText)}
          </span>
          {asked ? <small>{copy.askedFor(asked.number, asked.child_name)}</small> : null}
        </CellPair>
      ),
    },
    {
      key: 'status',
      width: '180px',
      from: 840,
      render: (row) => {
        const outcome = outcomeOf(row);
        return (
          <CellPair>
            <span>
              <StatusTag tone={TONES[row.status]}>{UNAPPLIED_STATUS_LABELS[row.status]}</StatusTag>
            </span>
            {outcome ? (
              <small
                title={[outcome, row.decided_by?.name && copy.by(row.decided_by.name)]
                  .filter(Boolean)
                  .join(' ')}
              >
                <span>{outcome}</span>
              </small>
            ) : null}
          </CellPair>
        );
      },
    },
    ...(books
      ? ([
          {
            key: 'actions',
            width: '284px',
            actions: true,
            render: (row: Receipt) =>
              row.status === 'open' ? (
                <Row $gap={4} $justify="end">
                  <RowButton
                    small
                    aria-label={copy.assignOf(formatRupiah(row.amount))}
                    onClick={() => onAssign(row)}
                  >
                    {copy.assign}
                  </RowButton>
                  <RowButton
                    small
                    variant="ghost"
                    aria-label={copy.giveBackOf(formatRupiah(row.amount))}
                    onClick={() => onReturn(row)}
                  >
                    {copy.giveBack}
                  </RowButton>
                  {onRefund ? (
                    <MoreMenu
                      label={copy.moreOf(formatRupiah(row.amount))}
                      entries={[{ id: 'refund', label: copy.refund, onAction: () => onRefund(row) }]}
                    />
                  ) : null}
                </Row>
              ) : null,
          },
        ] as const)
      : []),
  ]);
