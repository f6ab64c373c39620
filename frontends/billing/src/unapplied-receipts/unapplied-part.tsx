import { UNAPPLIED_STATUS_LABELS, UNAPPLIED_STATUSES } from '@gerbang/domain/bank-matches';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useNavigate } from '@gerbang/web-kit/page/router';
import { useListCounts, useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { PiggyBank } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type Receipt, readUnappliedSums, unappliedReceipts } from './unapplied-receipts.api.ts';
import { copy } from './unapplied-receipts.copy.ts';
import { columnsOf, TONES } from './unapplied-columns.tsx';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const AssignDialog = lazyPart(() => import('./assign-dialog.tsx').then((file) => file.AssignDialog));
const ReturnDialog = lazyPart(() => import('./return-dialog.tsx').then((file) => file.ReturnDialog));

/** Money that came in and pays nothing yet: given to a bill, or noted as returned. */
export function UnappliedPart() {
  const list = useStaffList(unappliedReceipts);
  const counts = useListCounts({ key: list.key, query: null }, readUnappliedSums);
  const books = useCan('bank.book');
  const refunds = useCan('refunds.write');
  const navigate = useNavigate();
  const [asked, setAsked] = useState<{ kind: 'assign' | 'return'; of: Receipt } | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <StaffList
        list={list}
        columns={columnsOf(books, {
          onAssign: (of) => setAsked({ kind: 'assign', of }),
          onReturn: (of) => setAsked({ kind: 'return', of }),
          ...(refunds && { onRefund: ({ id }) => void navigate(`/admin/refunds?dana=${id}`) }),
        })}
        icon={<PiggyBank size={28} />}
        views={{
          label: copy.views,
          views: UNAPPLIED_STATUSES.map((status) => ({
            key: status,
            label: UNAPPLIED_STATUS_LABELS[status],
            count: counts ? counts.status[status].receipts : null,
            tone: TONES[status],
            filters: { status },
            ...(status === 'open' && { none: { title: copy.empty, text: copy.emptyText } }),
          })),
        }}
      />
      <Suspense fallback={null}>
        {asked?.kind === 'assign' ? <AssignDialog of={asked.of} onClose={close} /> : null}
        {asked?.kind === 'return' ? <ReturnDialog of={asked.of} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
