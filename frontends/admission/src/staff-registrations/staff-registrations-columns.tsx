import type { StaffRegistrationRow } from '@gerbang/contracts/admission.types';
import { PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { paymentTone, stageTone } from '@gerbang/domain/status-tones';
import { Button } from '@gerbang/ui/button';
import type { Column } from '@gerbang/ui/data-table';
import { CellLines, CellNote, Text, rowButtonCss } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatDateShort, formatPhone, levelText } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { listCopy as copy } from './staff-registrations.copy.ts';

const Open = styled(Button)`
  ${rowButtonCss}
`;

/** The columns of the list; cards on phones. */
export const columnsOf = (onOpen: (row: StaffRegistrationRow) => void): Column<StaffRegistrationRow>[] => [
  {
    key: 'child',
    header: copy.columns.child,
    rowHeader: true,
    render: ({ child }) => (
      <span>
        {child.full_name}
        {child.nick_name ? <CellNote>{child.nick_name}</CellNote> : null}
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
    render: (row) => (
      <Text as="time" $whole dateTime={row.created_at}>
        {formatDateShort(row.created_at)}
      </Text>
    ),
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

function Parents({ parent }: { parent: StaffRegistrationRow['parent'] }) {
  const names = [parent.father_name, parent.mother_name].filter(Boolean).join(' · ');
  const { contact_phone: phone } = parent;
  if (!names && !phone) return '-';
  return (
    <CellLines>
      {names || null}
      {phone ? (
        <Text as="small" $whole>
          {formatPhone(phone)}
        </Text>
      ) : null}
    </CellLines>
  );
}
