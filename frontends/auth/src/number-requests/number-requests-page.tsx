import type { NumberRequest } from '@gerbang/contracts/number-requests';
import { Button } from '@gerbang/ui/button';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellLines, Text } from '@gerbang/ui/layout';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { formatMoment, formatPhone } from '@gerbang/web-kit/page/format';
import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { useSession } from '@gerbang/web-kit/session/session';
import { useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { PhoneOff } from 'lucide-react';
import { Suspense, useState } from 'react';
import { numberRequests } from './number-requests.api.ts';
import { requestsCopy as copy } from './number-requests.copy.ts';
import { nameOf, NumberRequestTag } from './number-request-parts.tsx';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const OpenRequestDialog = lazyPart(() =>
  import('./open-request-dialog.tsx').then((file) => file.OpenRequestDialog),
);
const NumberRequestDialog = lazySheet(() =>
  import('./number-request-dialog.tsx').then((file) => file.NumberRequestDialog),
);

const columnsOf = (onView: (row: NumberRequest) => void): readonly Column<NumberRequest>[] =>
  titled(copy.columns, [
    {
      key: 'account',
      rowHeader: true,
      render: ({ account }) => (
        <CellLines>
          {nameOf(account)}
          <small>{account.email}</small>
        </CellLines>
      ),
    },
    {
      key: 'phone',
      render: ({ phone }) => (
        <Text as="span" $whole $figures>
          {formatPhone(phone)}
        </Text>
      ),
    },
    {
      key: 'status',
      render: (row) => (
        <CellLines>
          <span>
            <NumberRequestTag status={row.status} />
          </span>
          {row.status === 'approved' && row.counts_at ? (
            <small>{copy.countsAt(formatMoment(row.counts_at))}</small>
          ) : null}
        </CellLines>
      ),
    },
    {
      key: 'opened',
      sort: { ascending: 'opened_at', descending: '-opened_at', first: 'descending' },
      render: ({ opened_at, opened_by }) => (
        <CellLines>
          {formatMoment(opened_at)}
          <small>{nameOf(opened_by)}</small>
        </CellLines>
      ),
    },
    {
      key: 'actions',
      actions: true,
      render: (row) => (
        <Button
          small
          variant="secondary"
          aria-label={copy.viewOf(nameOf(row.account))}
          onClick={() => onView(row)}
        >
          {copy.view}
        </Button>
      ),
    },
  ]);

/** /admin/number-requests: customer service opens requests about lost numbers, an administrator decides them. */
export function NumberRequestsPage() {
  const { user } = useSession();
  const list = useStaffList(numberRequests);
  const [viewed, setViewed] = useState<NumberRequest | null>(null);
  const [opening, setOpening] = useState(false);
  if (!user) return null;
  return (
    <>
      <StaffList
        list={list}
        columns={columnsOf(setViewed)}
        icon={<PhoneOff size={28} />}
        keys={viewed === null && !opening}
        onOpen={setViewed}
        beside={
          <Button icon={<PhoneOff size={18} aria-hidden="true" />} onClick={() => setOpening(true)}>
            {copy.open}
          </Button>
        }
      />
      <Suspense fallback={null}>
        {opening ? <OpenRequestDialog actor={user} onClose={() => setOpening(false)} /> : null}
        {viewed === null ? null : (
          <NumberRequestDialog of={viewed} actor={user} onClose={() => setViewed(null)} />
        )}
      </Suspense>
    </>
  );
}
