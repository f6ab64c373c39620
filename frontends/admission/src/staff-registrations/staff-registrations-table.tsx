import type { StaffRegistrationRow } from '@gerbang/contracts/admission.types';
import { PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { paymentTone, stageTone } from '@gerbang/domain/status-tones';
import { Button } from '@gerbang/ui/button';
import { Checkbox } from '@gerbang/ui/checkbox';
import { DataTable, type Column } from '@gerbang/ui/data-table';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatDateShort, formatPhone } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { levelText } from '@gerbang/web-kit/level-text';
import { monitoringCopy as copy } from './staff-registrations.copy.ts';
import type { Selection } from './use-selection.ts';

const Nick = styled.span`
  display: block;
  font-weight: 400;
  color: var(--text-secondary);
`;

const Guardians = styled.span`
  display: grid;
  gap: 2px;
  small {
    font-size: 0.875rem;
    color: var(--text-secondary);
    font-feature-settings: 'tnum';
    white-space: nowrap;
  }
`;

const Day = styled.time`
  white-space: nowrap;
`;

const Open = styled(Button)`
  white-space: nowrap;
  @media (max-width: 639.98px) {
    min-height: 44px;
  }
`;

/** Between phones and desktops even the close table may be too wide; the page itself never scrolls sideways. */
const Scroll = styled.div`
  min-width: 0;
  @media (min-width: 640px) {
    overflow-x: auto;
  }
`;

/** The specified columns; cards on phones (admission workflow §2). A click anywhere in a row opens it. */
export function MonitoringTable({
  rows,
  selection,
  onOpen,
}: {
  rows: readonly StaffRegistrationRow[];
  /** Null for those who only read. */
  selection: Selection | null;
  onOpen: (row: StaffRegistrationRow) => void;
}) {
  const columns: readonly Column<StaffRegistrationRow>[] = [
    ...(selection ? [selectColumn(selection)] : []),
    {
      key: 'child',
      header: copy.columns.child,
      rowHeader: true,
      render: ({ child }) => (
        <span>
          {child.full_name}
          {child.nick_name ? <Nick>{child.nick_name}</Nick> : null}
        </span>
      ),
    },
    { key: 'parent', header: copy.columns.parent, render: (row) => <Parents parent={row.parent} /> },
    {
      key: 'level',
      header: copy.columns.level,
      render: (row) => levelText(row.jenjang, row.kelas),
    },
    {
      key: 'payment',
      header: copy.columns.payment,
      render: ({ payment_status: status }) => (
        <StatusTag tone={paymentTone(status, 'staff')}>{PAYMENT_LABELS[status]}</StatusTag>
      ),
    },
    {
      key: 'stage',
      header: copy.columns.stage,
      render: ({ current_stage: stage }) => (
        <StatusTag tone={stageTone(stage, 'staff')}>{STAGE_LABELS[stage]}</StatusTag>
      ),
    },
    {
      key: 'date',
      header: copy.columns.date,
      render: (row) => <Day dateTime={row.created_at}>{formatDateShort(row.created_at)}</Day>,
    },
    {
      key: 'actions',
      header: copy.columns.actions,
      actions: true,
      render: (row) => (
        <Open
          small
          variant="secondary"
          aria-label={copy.openOf(row.child.full_name)}
          onClick={() => onOpen(row)}
        >
          {copy.open}
        </Open>
      ),
    },
  ];
  return (
    <Scroll>
      <DataTable
        dense
        caption={copy.caption}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        marked={selection ? (row) => selection.has(row.id) : undefined}
        onOpen={onOpen}
      />
    </Scroll>
  );
}

function selectColumn(selection: Selection): Column<StaffRegistrationRow> {
  return {
    key: 'select',
    header: copy.columns.select,
    corner: true,
    head: (
      <Checkbox
        label={copy.selectAll}
        hideLabel
        checked={selection.all}
        some={selection.some}
        onChange={selection.togglePage}
      />
    ),
    render: (row) => (
      <Checkbox
        label={copy.selectOne(row.child.full_name)}
        hideLabel
        checked={selection.has(row.id)}
        onChange={() => selection.toggle(row)}
      />
    ),
  };
}

function Parents({ parent }: { parent: StaffRegistrationRow['parent'] }) {
  const names = [parent.father_name, parent.mother_name].filter(Boolean).join(' · ');
  const { contact_phone: phone } = parent;
  if (!names && !phone) return '-';
  return (
    <Guardians>
      {names || null}
      {phone ? <small>{formatPhone(phone)}</small> : null}
    </Guardians>
  );
}
