import type { MoneyRequest } from '@gerbang/contracts/money-requests';
import {
  MONEY_REQUEST_LABELS,
  MONEY_REQUEST_STATUS_LABELS,
  MONEY_REQUEST_STATUSES,
} from '@gerbang/domain/money-requests';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellLines } from '@gerbang/ui/layout';
import { RowButton } from '@gerbang/ui/table-style';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { formatMoment, formatRupiah } from '@gerbang/web-kit/page/format';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Link } from '@gerbang/web-kit/page/router';
import { Scale } from 'lucide-react';
import { Suspense, useState } from 'react';
import { moneyRequests } from './money-requests.api.ts';
import { copy } from './money-requests.copy.ts';
import { MoneyRequestTag, REQUEST_TONES } from './money-request-parts.tsx';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const MoneyRequestDialog = lazyPart(() =>
  import('./money-request-dialog.tsx').then((file) => file.MoneyRequestDialog),
);

/** The page of refunds with this one opened. */
const refundOf = (id: string) => `/admin/refunds?id=${id}`;

const columnsOf = (onView: (row: MoneyRequest) => void): readonly Column<MoneyRequest>[] =>
  titled(copy.columns, [
    {
      key: 'what',
      rowHeader: true,
      render: ({ kind, number, subject_id, reason }) => (
        <CellLines>
          {number === undefined ? (
            MONEY_REQUEST_LABELS[kind]
          ) : (
            <Link to={refundOf(subject_id)}>
              {MONEY_REQUEST_LABELS[kind]} {number}
            </Link>
          )}
          <small>{reason}</small>
        </CellLines>
      ),
    },
    {
      key: 'child',
      from: 840,
      render: ({ registrations }) => registrations.map(({ child_name: name }) => name).join(', ') || '-',
    },
    {
      key: 'amount',
      width: '140px',
      numeric: true,
      sort: { ascending: 'amount', descending: '-amount', first: 'descending' },
      render: ({ amount }) => formatRupiah(amount),
    },
    { key: 'status', width: '200px', render: ({ status }) => <MoneyRequestTag status={status} /> },
    {
      key: 'asked',
      width: '180px',
      from: 640,
      sort: { ascending: 'asked_at', descending: '-asked_at', first: 'descending' },
      render: ({ asked_by, asked_at }) => (
        <CellLines>
          {formatMoment(asked_at)}
          <small>{asked_by.name ?? '-'}</small>
        </CellLines>
      ),
    },
    {
      key: 'actions',
      width: '104px',
      actions: true,
      // A refund is decided where it is opened.
      render: (row) =>
        row.kind === 'refund' ? null : (
          <RowButton
            small
            aria-label={copy.viewOf(MONEY_REQUEST_LABELS[row.kind], formatRupiah(row.amount))}
            onClick={() => onView(row)}
          >
            {copy.view}
          </RowButton>
        ),
    },
  ]);

/** /admin/money-requests, 'Persetujuan': changes of booked money that a second person has to agree to. */
export function MoneyRequestsPage() {
  const list = useStaffList(moneyRequests);
  const [viewed, setViewed] = useState<MoneyRequest | null>(null);
  return (
    <>
      <StaffList
        list={list}
        columns={columnsOf(setViewed)}
        icon={<Scale size={28} />}
        keys={viewed === null}
        views={{
          label: copy.views,
          views: MONEY_REQUEST_STATUSES.map((status) => ({
            key: status,
            label: MONEY_REQUEST_STATUS_LABELS[status],
            tone: REQUEST_TONES[status],
            filters: { status },
            ...(status === 'waits' && { none: { title: copy.empty, text: copy.emptyText } }),
          })),
        }}
      />
      <Suspense fallback={null}>
        {viewed === null ? null : <MoneyRequestDialog of={viewed} onClose={() => setViewed(null)} />}
      </Suspense>
    </>
  );
}
