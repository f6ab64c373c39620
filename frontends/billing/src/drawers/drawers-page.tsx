import type { Drawer } from '@gerbang/contracts/drawers';
import { drawerDays } from '@gerbang/domain/drawers';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { type Column, DataTable, titled } from '@gerbang/ui/data-table';
import { EmptyState } from '@gerbang/ui/empty-state';
import { FittedTables } from '@gerbang/ui/fitted-tables';
import { CellLines, Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { MoneyField } from '@gerbang/ui/money-field';
import { RowButton } from '@gerbang/ui/table-style';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { DayFilter } from '@gerbang/web-kit/lists/day-filter.tsx';
import { FilterRow } from '@gerbang/web-kit/lists/list-filters.tsx';
import { useAddressParams } from '@gerbang/web-kit/lists/use-address-params';
import { formatDayText, formatRupiah } from '@gerbang/web-kit/page/format';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { useSession } from '@gerbang/web-kit/session/session';
import { Wallet } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSchool } from '@gerbang/web-kit/api/school';
import { differenceText, DrawerTag, holderOf } from './drawer-parts.tsx';
import { DrawerSheet } from './drawer-sheet.tsx';
import { useDrawers, useOpenDrawer } from './drawers.api.ts';
import { copy } from './drawers.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const CloseDialog = lazyPart(() => import('./close-dialog.tsx').then((file) => file.CloseDialog));

const columnsOf = (onView: (id: string) => void): readonly Column<Drawer>[] =>
  titled(copy.columns, [
    {
      key: 'person',
      rowHeader: true,
      render: (row) => (
        <CellLines>
          {holderOf(row)}
          <small>
            <time dateTime={row.day}>{formatDayText(row.day)}</time>
          </small>
        </CellLines>
      ),
    },
    { key: 'booked', width: '140px', numeric: true, render: ({ booked }) => formatRupiah(booked) },
    {
      key: 'expected',
      width: '140px',
      numeric: true,
      from: 720,
      render: ({ expected }) => formatRupiah(expected),
    },
    {
      key: 'difference',
      width: '168px',
      numeric: true,
      render: ({ difference, reason }) =>
        difference === null ? (
          copy.none
        ) : (
          <CellLines>
            {differenceText(difference)}
            {reason === null ? null : <small>{reason}</small>}
          </CellLines>
        ),
    },
    { key: 'state', width: '216px', render: (row) => <DrawerTag drawer={row} /> },
    {
      key: 'actions',
      width: '96px',
      actions: true,
      render: (row) => (
        <RowButton
          small
          aria-label={copy.viewOf(holderOf(row), formatDayText(row.day))}
          onClick={() => onView(row.id)}
        >
          {copy.view}
        </RowButton>
      ),
    },
  ]);

function OpenForm() {
  const [float, setFloat] = useState<number | null>(null);
  const [asked, setAsked] = useState(false);
  const { send, pending } = useDecision(useOpenDrawer(), {
    done: [copy.success, copy.opened],
    failed: copy.failed,
    onClose: () => undefined,
  });
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (float !== null) send(float);
      }}
    >
      <Stack $gap={12} $width={640} $items="start">
        <Text>{copy.mineNone}</Text>
        <MoneyField
          label={copy.float}
          hint={copy.floatHint}
          error={asked && float === null ? copy.floatRequired : undefined}
          value={float}
          onChange={setFloat}
        />
        <Button type="submit" pending={pending}>
          {copy.open}
        </Button>
      </Stack>
    </form>
  );
}

/** The user's own open drawer, or the way to open one. */
function Mine({
  drawer,
  onView,
  onClose,
}: {
  drawer: Drawer | undefined;
  onView: (id: string) => void;
  onClose: (drawer: Drawer) => void;
}) {
  const [today] = useState(() => jakartaDay(new Date()));
  return (
    <Card>
      <CardTitle>{copy.mine}</CardTitle>
      {drawer ? (
        <Stack $gap={12}>
          <Text>{copy.mineOpen(formatDayText(drawer.day), formatRupiah(drawer.expected))}</Text>
          {drawer.day === today ? null : <Quiet>{copy.mineOld}</Quiet>}
          <Row $gap={8}>
            <Button onClick={() => onClose(drawer)}>{copy.close}</Button>
            <Button variant="secondary" onClick={() => onView(drawer.id)}>
              {copy.view}
            </Button>
          </Row>
        </Stack>
      ) : (
        <OpenForm />
      )}
    </Card>
  );
}

function Off() {
  const edits = useCan('school.edit');
  return (
    <Card as="div">
      <EmptyState
        icon={<Wallet size={28} />}
        title={copy.off}
        action={edits ? <LinkButton to="/admin/setup?bagian=days">{copy.setup}</LinkButton> : undefined}
      >
        {copy.offText}
      </EmptyState>
    </Card>
  );
}

/** /admin/drawers, 'Kas loket': the user's own drawer, and the drawers of a day with what waits for a signature. */
export function DrawersPage() {
  const { params, write } = useAddressParams();
  const [today] = useState(() => jakartaDay(new Date()));
  const [closing, setClosing] = useState<Drawer | null>(null);
  const day = params.get('hari') ?? '';
  const opened = params.get('kas');
  const found = useDrawers(day);
  const { data: school } = useSchool();
  const { user } = useSession();
  const holds = useCan('drawers.hold');
  const on = school?.cash_drawers === true;
  const view = (kas: string) => write({ kas });
  const living = useDrawers('').data;
  const own = living?.find(
    ({ state, automatic, person }) => state === 'open' && !automatic && person.id === user?.id,
  );
  const list = (
    <Stack $gap={12}>
      {school && !on ? <Off /> : null}
      {on && holds && living ? <Mine drawer={own} onView={view} onClose={setClosing} /> : null}
      <FilterRow>
        <DayFilter
          label={copy.day}
          limits={drawerDays(today)}
          value={day}
          onChange={(hari) => write({ hari: hari === '' ? null : hari })}
        />
      </FilterRow>
      {!found.data ? (
        <Loading of={found} card lines={6} row={44} label={copy.loading} failed={copy.loadFailed} />
      ) : found.data.length === 0 ? (
        on || day !== '' ? (
          <Card as="div">
            <EmptyState icon={<Wallet size={28} />} title={copy.empty}>
              {copy.emptyText}
            </EmptyState>
          </Card>
        ) : null
      ) : (
        <FittedTables>
          <DataTable
            caption={day === '' ? copy.living : copy.caption(formatDayText(day))}
            rows={found.data}
            rowKey={({ id }) => id}
            columns={columnsOf(view)}
          />
        </FittedTables>
      )}
    </Stack>
  );
  return (
    <>
      {opened === null ? (
        list
      ) : (
        <DrawerSheet id={opened} onBack={() => write({ kas: null })} onClose={setClosing} />
      )}
      <Suspense fallback={null}>
        {closing ? <CloseDialog drawer={closing} onClose={() => setClosing(null)} /> : null}
      </Suspense>
    </>
  );
}
