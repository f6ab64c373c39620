import type { Refund } from '@gerbang/contracts/refund-shapes';
import { REFUND_CAUSES } from '@gerbang/domain/refunds';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellLines } from '@gerbang/ui/layout';
import { RowButton } from '@gerbang/ui/table-style';
import { StaffDesk, useStaffDesk } from '@gerbang/web-kit/desk/staff-desk.tsx';
import { useAddressParams } from '@gerbang/web-kit/lists/use-address-params';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/page/format';
import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { HandCoins } from 'lucide-react';
import { RefundTag } from './refund-parts.tsx';
import { refundList } from './refunds.api.ts';
import { copy, KEYS } from './refunds.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const RefundPanel = lazySheet(() => import('./refund-panel.tsx').then((file) => file.RefundPanel));
const BeginDialog = lazyPart(() => import('./refund-begin-dialog.tsx').then((file) => file.BeginDialog));

const columnsOf = (onOpen: (row: Refund) => void): readonly Column<Refund>[] =>
  titled(copy.columns, [
    {
      key: 'refund',
      rowHeader: true,
      render: ({ number, registration }) => (
        <CellLines>
          {registration.child_name}
          <small>{number}</small>
        </CellLines>
      ),
    },
    { key: 'cause', width: '180px', from: 840, render: ({ cause }) => REFUND_CAUSES[cause] },
    {
      key: 'total',
      width: '150px',
      numeric: true,
      sort: { ascending: 'total', descending: '-total', first: 'descending' },
      render: ({ total }) => formatRupiah(total),
    },
    { key: 'status', width: '210px', render: (row) => <RefundTag status={row.status} /> },
    {
      key: 'created',
      width: '130px',
      from: 640,
      sort: { ascending: 'created_at', descending: '-created_at', first: 'descending' },
      render: ({ created_at }) => formatDateShort(created_at),
    },
    {
      key: 'actions',
      width: '104px',
      actions: true,
      render: (row) => (
        <RowButton
          small
          aria-label={copy.openOf(row.number, row.registration.child_name)}
          onClick={() => onOpen(row)}
        >
          {copy.open}
        </RowButton>
      ),
    },
  ]);

/** /admin/refunds, 'Pengembalian dana': money that goes back to families. Other pages begin one by `?mulai=` or `?dana=`. */
export function RefundsPage() {
  const desk = useStaffDesk(refundList);
  const { opened, row } = desk;
  const { params, write } = useAddressParams();
  const [registration, receipt] = [params.get('mulai'), params.get('dana')];
  const begins = useCan('refunds.write') && (registration !== null || receipt !== null);
  const leave = { mulai: null, dana: null };
  return (
    <StaffDesk
      desk={desk}
      sheet={KEYS}
      free={opened.id === null && !begins}
      shortcuts={{}}
      columns={columnsOf(desk.open)}
      icon={<HandCoins size={28} />}
      panel={(id) => <RefundPanel id={id} row={row} opened={opened} />}
      undo={null}
    >
      {begins ? (
        <BeginDialog
          registrationId={registration}
          receiptId={receipt}
          onRegistration={(id) => write({ mulai: id }, { replace: true })}
          onBegun={({ id }) => write({ ...leave, id }, { replace: true })}
          onClose={() => write(leave, { replace: true })}
        />
      ) : null}
    </StaffDesk>
  );
}
