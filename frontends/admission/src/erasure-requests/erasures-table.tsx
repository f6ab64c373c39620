import type { StaffErasureRequest } from '@gerbang/contracts/admission.types';
import { isErasureOpen } from '@gerbang/domain/erasure-requests';
import { Button } from '@gerbang/ui/button';
import { DataTable } from '@gerbang/ui/data-table';
import { formatMoment } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { erasuresCopy as copy } from './erasure-requests.copy.ts';
import { ErasureStatusTag } from './erasure-status.tsx';

const HOUR_MS = 3_600_000;

const Lines = styled.span`
  display: grid;
  gap: 2px;
  font-feature-settings: 'tnum';
  small {
    font-size: 0.875rem;
    color: var(--text-secondary);
  }
`;

/** Whose case it is, as long as there is a name. */
export function nameOf({ family }: Pick<StaffErasureRequest, 'family'>): string {
  return family ? (family.name ?? copy.noName) : copy.gone;
}

/** How long there is left, in hours; nothing once it is over. */
export function clockOf({ status, due_at }: Pick<StaffErasureRequest, 'status' | 'due_at'>): string | null {
  if (!isErasureOpen(status)) return null;
  const left = Date.parse(due_at) - Date.now();
  const hours = Math.floor(Math.abs(left) / HOUR_MS);
  return left < 0 ? copy.late(hours) : copy.left(hours);
}

/** The cases as a table, each with its clock. */
export function ErasuresTable({
  rows,
  onOpen,
}: {
  rows: readonly StaffErasureRequest[];
  onOpen: (row: StaffErasureRequest) => void;
}) {
  return (
    <DataTable
      dense
      caption={copy.caption}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        { key: 'family', header: copy.columns.family, rowHeader: true, render: (row) => nameOf(row) },
        {
          key: 'status',
          header: copy.columns.status,
          render: (row) => <ErasureStatusTag of={row} viewer="staff" />,
        },
        {
          key: 'due',
          header: copy.columns.due,
          render: (row) => (
            <Lines>
              {clockOf(row) ?? '-'}
              <small>{formatMoment(row.due_at)}</small>
            </Lines>
          ),
        },
        {
          key: 'received',
          header: copy.columns.received,
          render: (row) => <Lines>{formatMoment(row.received_at)}</Lines>,
        },
        {
          key: 'actions',
          header: copy.columns.actions,
          render: (row) => (
            <Button
              small
              variant="secondary"
              aria-label={copy.openOf(nameOf(row))}
              onClick={() => onOpen(row)}
            >
              {copy.open}
            </Button>
          ),
        },
      ]}
    />
  );
}
