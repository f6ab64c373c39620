import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import type { StaffErasureRequest } from '@gerbang/contracts/erasure-requests';
import type { Column } from '@gerbang/ui/data-table';
import { CellLines } from '@gerbang/ui/layout';
import { openColumn } from '@gerbang/web-kit/lists/open-column.tsx';
import { OpenedList } from '@gerbang/web-kit/lists/opened-list.tsx';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { ShieldAlert } from 'lucide-react';
import { erasureRequests } from './erasure-requests.api.ts';
import { erasuresCopy as copy } from './erasure-requests.copy.ts';
import { clockOf, ErasureStatusTag, nameOf } from './erasure-status.tsx';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const ErasureRequestDialog = lazySheet(() =>
  import('./erasure-request-dialog.tsx').then((file) => file.ErasureRequestDialog),
);

const columnsOf = (onOpen: (row: StaffErasureRequest) => void): Column<StaffErasureRequest>[] => [
  { key: 'family', header: copy.columns.family, rowHeader: true, render: nameOf },
  {
    key: 'status',
    header: copy.columns.status,
    render: (row) => <ErasureStatusTag of={row} viewer="staff" />,
  },
  {
    key: 'due',
    header: copy.columns.due,
    render: (row) => (
      <CellLines>
        {clockOf(row) ?? '-'}
        <small>{formatMoment(row.due_at)}</small>
      </CellLines>
    ),
  },
  {
    key: 'received',
    header: copy.columns.received,
    render: (row) => <CellLines>{formatMoment(row.received_at)}</CellLines>,
  },
  openColumn(copy, { nameOf, onOpen }),
];

/** /admin/erasure-requests: the families that want their data erased, each with the time that is left. */
export const ErasureRequestsPage = () => (
  <OpenedList
    of={erasureRequests}
    columnsOf={columnsOf}
    icon={<ShieldAlert size={28} />}
    dialog={(row, onClose) => <ErasureRequestDialog of={row} onClose={onClose} />}
  />
);
