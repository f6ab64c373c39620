import { levelLabel } from '@gerbang/web-kit/level-labels';
import type { Confirmation } from '@gerbang/contracts/billing.types';
import { confirmationTone } from '@gerbang/domain/billing-tones';
import {
  CONFIRMATION_GROUPS,
  type ConfirmationGroup,
  mayCreateScheme,
  mayMoveConfirmation,
} from '@gerbang/domain/enrollment-confirmations';
import { GENDER_LABELS } from '@gerbang/domain/family-options';
import { Button } from '@gerbang/ui/button';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellNote } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { useCan } from '@gerbang/web-kit/abilities';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { StaffList } from '@gerbang/web-kit/components/staff-list';
import { familyNames, familyPhone, formatDateShort, formatRupiah } from '@gerbang/web-kit/format';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { useListCounts, useStaffList } from '@gerbang/web-kit/staff-list';
import { ClipboardCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { readSummary, staffConfirmations } from './staff-enrollment.api.ts';
import { copy } from './staff-enrollment.copy.ts';
import { markOfConfirmation } from '../child-mark.ts';
import { refreshBilling } from '../billing.api.ts';
import { ConfirmationTag } from '../invoices/invoice-parts.tsx';

const Phone = styled(CellNote)`
  white-space: nowrap;
`;

const Money = styled.dl`
  display: grid;
  grid-template-columns: auto auto;
  gap: 0 12px;
  font-feature-settings: 'tnum';
  dt {
    color: var(--text-secondary);
  }
  dd {
    text-align: end;
    white-space: nowrap;
  }
`;

const Actions = styled.span`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px;
  @media (max-width: 639.98px) {
    > * {
      flex: 1 1 auto;
      min-height: 44px;
    }
  }
`;

type Decision = 'processed' | 'declined';

function PaymentInfo({ summary }: { summary: Confirmation['payment_summary'] }) {
  if (summary === null) return <CellNote>{copy.noScheme}</CellNote>;
  if (summary.outstanding_balance === 0) return <StatusTag tone="success">{copy.settled}</StatusTag>;
  return (
    <Money>
      <dt>{copy.total}</dt>
      <dd>{formatRupiah(summary.total_amount)}</dd>
      <dt>{copy.paid}</dt>
      <dd>{formatRupiah(summary.amount_paid)}</dd>
      <dt>{copy.outstanding}</dt>
      <dd>{formatRupiah(summary.outstanding_balance)}</dd>
    </Money>
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
          $variant="ghost"
          to={`/admin/enrollment/${row.id}/details`}
          aria-label={copy.detailOf(name)}
        >
          {copy.detail}
        </LinkButton>
      ) : null}
    </Actions>
  );
}

/** The specified columns; cards on phones. */
const columnsOf = (onDecide: (row: Confirmation, action: Decision) => void): Column<Confirmation>[] =>
  titled(copy.columns, [
    {
      key: 'child',
      rowHeader: true,
      render: (row) => (
        <span>
          {row.child.full_name}
          {row.child.gender ? <CellNote>{GENDER_LABELS[row.child.gender]}</CellNote> : null}
          <CellNote>{markOfConfirmation(row)}</CellNote>
        </span>
      ),
    },
    {
      key: 'level',
      render: ({ registration }) => (
        <span>
          {levelLabel(registration.jenjang)}
          <CellNote>{registration.academic_year}</CellNote>
        </span>
      ),
    },
    {
      key: 'parent',
      render: ({ parent }) => (
        <span>
          {(parent.father_name ?? familyNames(parent)) || '-'}
          <Phone>{familyPhone(parent) || '-'}</Phone>
        </span>
      ),
    },
    {
      key: 'submitted',
      render: (row) => <time dateTime={row.submitted_at}>{formatDateShort(row.submitted_at)}</time>,
    },
    { key: 'status', render: ({ status }) => <ConfirmationTag status={status} viewer="staff" /> },
    { key: 'payment', render: (row) => <PaymentInfo summary={row.payment_summary} /> },
    { key: 'actions', actions: true, render: (row) => <RowActions row={row} onDecide={onDecide} /> },
  ]);

// Dialogs bring React Aria along; it is loaded when the first one opens.
const DecisionDialog = lazy(() =>
  import('./decision-dialog.tsx').then((part) => ({ default: part.DecisionDialog })),
);

const GROUP_TONES = {
  waiting: confirmationTone('submitted', 'staff'),
  confirmed: confirmationTone('processed', 'staff'),
  scheme_created: confirmationTone('completed', 'staff'),
  declined: confirmationTone('declined', 'staff'),
} as const satisfies Record<ConfirmationGroup, unknown>;

/** /admin/enrollment: every confirmation, the waiting ones first. */
export function StaffEnrollmentPage() {
  const list = useStaffList(staffConfirmations);
  const { search, jenjang } = list.query;
  const counts = useListCounts({ key: list.key, query: { search, jenjang } }, readSummary);
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ row: Confirmation; action: Decision } | null>(null);
  return (
    <>
      <StaffList
        list={list}
        columns={columnsOf((row, action) => setAsked({ row, action }))}
        icon={<ClipboardCheck size={28} />}
        keys={asked === null}
        onReload={() => void refreshBilling(client)}
        counters={{
          label: copy.counters,
          filter: 'group',
          values: CONFIRMATION_GROUPS,
          toneOf: (group) => GROUP_TONES[group as ConfirmationGroup],
          counts,
        }}
      />
      <Suspense fallback={null}>
        {asked ? (
          <DecisionDialog confirmation={asked.row} action={asked.action} onClose={() => setAsked(null)} />
        ) : null}
      </Suspense>
    </>
  );
}
