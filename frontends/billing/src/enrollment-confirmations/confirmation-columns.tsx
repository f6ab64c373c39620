import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import { mayCreateScheme, mayMoveConfirmation } from '@gerbang/domain/enrollment-confirmations';
import { GENDER_LABELS } from '@gerbang/domain/family-options';
import { Button } from '@gerbang/ui/button';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellPair } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { ParentsCell } from '@gerbang/web-kit/lists/parents-cell.tsx';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { childMark, formatDateShort, formatRupiah, shortRupiah } from '@gerbang/web-kit/page/format';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { styled } from 'styled-components';
import { markOfConfirmation } from '../child-mark.ts';
import { ConfirmationTag } from '../invoices/invoice-parts.tsx';
import { copy } from './staff-enrollment.copy.ts';

const Actions = styled.span`
  display: flex;
  justify-content: flex-end;
  gap: 6px;
  white-space: nowrap;
  @media (max-width: 639.98px) {
    flex-wrap: wrap;
    > * {
      flex: 1 1 auto;
      min-height: 44px;
    }
  }
`;

export type Decision = 'processed' | 'declined';

/** The end of the registration number. */
const numberOf = ({ registration: { registration_number: number } }: Confirmation) =>
  childMark({ gender: null, parent: null, number });

/** Below this width the parents stand below the child's name. */
const PARENTS_FROM = 840;

function PaymentInfo({ summary }: { summary: Confirmation['payment_summary'] }) {
  if (summary === null) return <small>{copy.noScheme}</small>;
  if (summary.outstanding_balance === 0) return <StatusTag tone="success">{copy.settled}</StatusTag>;
  const { amount_paid: paid, outstanding_balance: left } = summary;
  return (
    <CellPair>
      <span>
        {copy.total} {formatRupiah(summary.total_amount)}
      </span>
      <small title={copy.paidAndLeft(formatRupiah(paid), formatRupiah(left))}>
        {copy.paidAndLeft(shortRupiah(paid), shortRupiah(left))}
      </small>
    </CellPair>
  );
}

/** What may be done with a confirmation now, by ability and state. */
function RowActions({
  row,
  onDecide,
}: {
  row: Confirmation;
  onDecide: (row: Confirmation, action: Decision) => void;
}) {
  const decides = useCan('enrollment.decide') && mayMoveConfirmation(row.status, 'processed', 'staff');
  const creates = useCan('schemes.create') && mayCreateScheme(row);
  const reads = useCan('invoices.read');
  const name = row.child.full_name;
  return (
    <Actions>
      {decides ? (
        <>
          <Button small aria-label={copy.processOf(name)} onClick={() => onDecide(row, 'processed')}>
            {copy.process}
          </Button>
          <Button
            small
            variant="secondary"
            aria-label={copy.declineOf(name)}
            onClick={() => onDecide(row, 'declined')}
          >
            {copy.decline}
          </Button>
        </>
      ) : null}
      {creates ? (
        <LinkButton
          $small
          to={`/admin/payment-scheme/create?confirmationId=${row.id}`}
          aria-label={copy.createSchemeOf(name)}
        >
          {copy.createScheme}
        </LinkButton>
      ) : null}
      {reads ? (
        <LinkButton
          $small
          $variant="secondary"
          to={`/admin/enrollment/${row.id}/details`}
          aria-label={copy.detailOf(name)}
        >
          {copy.detail}
        </LinkButton>
      ) : null}
    </Actions>
  );
}

/** The specified columns, the first to go last; cards on phones. */
export const columnsOf = (onDecide: (row: Confirmation, action: Decision) => void): Column<Confirmation>[] =>
  titled(copy.columns, [
    {
      key: 'child',
      rowHeader: true,
      render: (row) => (
        <CellPair>
          <span>{row.child.full_name}</span>
          <small data-from={PARENTS_FROM}>
            {[row.child.gender && GENDER_LABELS[row.child.gender], numberOf(row)].filter(Boolean).join(' · ')}
          </small>
          <small data-until={PARENTS_FROM}>{markOfConfirmation(row)}</small>
        </CellPair>
      ),
    },
    {
      key: 'level',
      width: '96px',
      from: 960,
      render: ({ registration }) => (
        <CellPair>
          <span>{levelLabel(registration.jenjang)}</span>
          <small>{registration.academic_year}</small>
        </CellPair>
      ),
    },
    {
      key: 'parent',
      width: '16%',
      from: PARENTS_FROM,
      // The father's name, as specified; the mother's where there is none.
      render: ({ parent }) => (
        <ParentsCell parent={parent.father_name === null ? parent : { ...parent, mother_name: null }} />
      ),
    },
    {
      key: 'submitted',
      width: '128px',
      from: 1080,
      sort: { ascending: 'submitted_at', descending: '-submitted_at', first: 'descending' },
      render: (row) => <time dateTime={row.submitted_at}>{formatDateShort(row.submitted_at)}</time>,
    },
    {
      key: 'status',
      width: '116px',
      render: ({ status }) => <ConfirmationTag status={status} viewer="staff" />,
    },
    {
      key: 'payment',
      width: '212px',
      from: 720,
      render: (row) => <PaymentInfo summary={row.payment_summary} />,
    },
    {
      key: 'actions',
      width: '250px',
      actions: true,
      render: (row) => <RowActions row={row} onDecide={onDecide} />,
    },
  ]);
