import type { StaffWithdrawal } from '@gerbang/contracts/withdrawals';
import { WITHDRAWAL_REASONS } from '@gerbang/domain/withdrawals';
import type { Column } from '@gerbang/ui/data-table';
import { CellLines } from '@gerbang/ui/layout';
import { openColumn } from '@gerbang/web-kit/lists/open-column.tsx';
import { OpenedList } from '@gerbang/web-kit/lists/opened-list.tsx';
import { formatMoment, formatRupiah, levelText } from '@gerbang/web-kit/page/format';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { DoorOpen } from 'lucide-react';
import { withdrawals } from './staff-withdrawals.api.ts';
import { withdrawalsCopy as copy } from './staff-withdrawals.copy.ts';
import { WithdrawalStatus } from './withdrawal-facts.tsx';

const WithdrawalDialog = lazySheet(() =>
  import('./withdrawal-dialog.tsx').then((file) => file.WithdrawalDialog),
);

const columnsOf = (onOpen: (row: StaffWithdrawal) => void): Column<StaffWithdrawal>[] => [
  {
    key: 'child',
    header: copy.columns.child,
    rowHeader: true,
    render: (row) => (
      <CellLines>
        {row.child_name}
        <small>
          {row.registration_number} · {levelText(row.jenjang, row.kelas)}
        </small>
      </CellLines>
    ),
  },
  { key: 'reason', header: copy.columns.reason, render: (row) => WITHDRAWAL_REASONS[row.reason_code] },
  { key: 'status', header: copy.columns.status, render: (row) => <WithdrawalStatus status={row.status} /> },
  { key: 'back', header: copy.columns.back, render: (row) => formatRupiah(row.refundable.total) },
  {
    key: 'made',
    header: copy.columns.made,
    sort: { ascending: 'created_at', descending: '-created_at', first: 'descending' },
    render: (row) => formatMoment(row.created_at),
  },
  openColumn(copy, { nameOf: ({ child_name }) => child_name, onOpen }),
];

/** /admin/withdrawals: families that left, and those that ask to after their re-enrolment was processed. */
export const WithdrawalsPage = () => (
  <OpenedList
    of={withdrawals}
    columnsOf={columnsOf}
    icon={<DoorOpen size={28} />}
    dialog={(row, onClose) => <WithdrawalDialog of={row} onClose={onClose} />}
  />
);
