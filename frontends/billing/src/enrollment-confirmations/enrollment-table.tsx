import type { RegistrationRow } from '@gerbang/contracts/admission.types';
import type { Confirmation } from '@gerbang/contracts/billing.types';
import { hasInvoices, locksFamilyData } from '@gerbang/domain/enrollment-confirmations';
import { DataTable, type Column } from '@gerbang/ui/data-table';
import { CellNote } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/format';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { styled } from 'styled-components';
import { invoicesCopy } from '../invoices/invoices.copy.ts';
import { ConfirmationTag } from '../invoices/status-tags.tsx';
import { enrollmentCopy as copy } from './enrollment.copy.ts';

const Money = styled.span`
  display: grid;
  gap: 2px;
  justify-items: start;
  font-feature-settings: 'tnum';
  @media (max-width: 639.98px) {
    justify-items: end;
  }
`;

const Action = styled(LinkButton)`
  && {
    min-height: 44px;
  }
  @media (min-width: 640px) {
    white-space: nowrap;
  }
`;

/** An accepted child and what became of its re-enrolment. */
export interface Accepted {
  readonly registration: RegistrationRow;
  readonly confirmation: Confirmation | null;
}

function Payment({ confirmation }: { confirmation: Confirmation | null }) {
  if (confirmation === null || !hasInvoices(confirmation)) return <StatusTag>{invoicesCopy.none}</StatusTag>;
  const left = confirmation.payment_summary?.outstanding_balance ?? null;
  if (left === 0) return <StatusTag tone="success">{invoicesCopy.paidUp}</StatusTag>;
  return (
    <Money>
      <StatusTag tone="info">{invoicesCopy.available}</StatusTag>
      {left === null ? null : copy.outstanding(formatRupiah(left))}
    </Money>
  );
}

/** Where the action leads: the detail once the school works on it, else the form. */
function actionOf({ registration, confirmation }: Accepted) {
  if (confirmation && locksFamilyData(confirmation.status)) {
    return { label: copy.detail, to: `/enrollment-confirmation-detail/${confirmation.id}`, open: false };
  }
  const open = confirmation === null || confirmation.status === 'declined';
  return { label: copy.confirm, to: `/enrollment-confirmation/${registration.id}`, open };
}

/** The accepted children as a table, as cards on phones. */
export function EnrollmentTable({ rows }: { rows: readonly Accepted[] }) {
  const columns: readonly Column<Accepted>[] = [
    {
      key: 'child',
      header: copy.columns.child,
      rowHeader: true,
      render: ({ registration: { child } }) => (
        <span>
          {child.full_name}
          {child.nick_name ? <CellNote>{child.nick_name}</CellNote> : null}
        </span>
      ),
    },
    {
      key: 'jenjang',
      header: copy.columns.jenjang,
      render: ({ registration }) => registration.jenjang,
    },
    {
      key: 'kelas',
      header: copy.columns.kelas,
      render: ({ registration }) => registration.kelas ?? copy.none,
    },
    {
      key: 'confirmation',
      header: copy.columns.confirmation,
      render: ({ confirmation }) => <ConfirmationTag status={confirmation?.status ?? null} viewer="parent" />,
    },
    {
      key: 'payment',
      header: copy.columns.payment,
      render: ({ confirmation }) => <Payment confirmation={confirmation} />,
    },
    {
      key: 'accepted',
      header: copy.columns.accepted,
      render: ({ registration: { accepted_at: at } }) => (at ? formatDateShort(at) : copy.none),
    },
    {
      key: 'action',
      header: copy.columns.action,
      actions: true,
      render: (row) => {
        const { label, to, open } = actionOf(row);
        return (
          <Action
            to={to}
            $small
            $variant={open ? 'primary' : 'secondary'}
            aria-label={copy.actionOn(label, row.registration.child.full_name)}
          >
            {label}
          </Action>
        );
      },
    },
  ];
  return (
    <DataTable
      caption={copy.caption}
      columns={columns}
      rows={rows}
      rowKey={({ registration }) => registration.id}
    />
  );
}
