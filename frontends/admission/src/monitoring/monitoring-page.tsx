import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Pager } from '@gerbang/ui/pager';
import { SearchBox } from '@gerbang/ui/search-box';
import { Skeleton } from '@gerbang/ui/skeleton';
import { useCan } from '@gerbang/web-kit/abilities';
import { formatTime } from '@gerbang/web-kit/format';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { useShortcuts } from '@gerbang/web-kit/shortcuts';
import { ClipboardList, Keyboard, RefreshCw } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { BulkBar, type BulkKind } from './bulk-bar.tsx';
import { ExportButton } from '@gerbang/web-kit/export-button';
import { AppliedFilters, Counters, MonitoringFilters } from './monitoring-filters.tsx';
import { MonitoringTable } from './monitoring-table.tsx';
import { exportAddress, KEY, PAGE_SIZE, useMonitoring, useSummary } from './monitoring.api.ts';
import { exportCopy, monitoringCopy as copy } from './monitoring.copy.ts';
import { useMonitoringPlace } from './use-monitoring-place.ts';
import { useOpened } from './use-opened.ts';
import { useSelection } from './use-selection.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const DetailDialog = lazy(() =>
  import('./detail-dialog.tsx').then((part) => ({ default: part.DetailDialog })),
);
const BulkDialog = lazy(() => import('./bulk-dialog.tsx').then((part) => ({ default: part.BulkDialog })));
const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((part) => ({ default: part.KeysDialog })));

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px 12px;
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
  > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
  }
`;

const OnDesktop = styled.span`
  @media (hover: none) {
    display: none;
  }
`;

/** /admin/registration: what waits, found in seconds, worked on in place (admission workflow §2). */
export function MonitoringPage() {
  const place = useMonitoringPlace();
  const list = useMonitoring(place);
  const summary = useSummary(place);
  const client = useQueryClient();
  const rows = list.data?.rows ?? [];
  const opened = useOpened(place, {
    rows,
    next: list.data?.next ?? null,
    prev: list.data?.prev ?? null,
    loading: list.isPlaceholderData || list.isPending,
  });
  const selection = useSelection(JSON.stringify([place.search, place.filters]), rows);
  const verifies = useCan('registrations.verify_fee');
  const moves = useCan('registrations.move_stage');
  const exportsPersonal = useCan('registrations.export_personal');
  const [bulk, setBulk] = useState<BulkKind | null>(null);
  const [keys, setKeys] = useState(false);
  const find = useRef<HTMLInputElement>(null);
  const works = verifies || moves;
  useShortcuts(
    { '/': () => find.current?.focus(), '?': () => setKeys(true) },
    opened.id === null && bulk === null && !keys,
  );

  const reload = () => {
    // A page of the list that is no more (an old address) would fail for ever.
    if (list.isError && place.cursor !== null) place.restart();
    void client.invalidateQueries({ queryKey: [KEY, 'page'] });
    void client.invalidateQueries({ queryKey: [KEY, 'summary'] });
  };
  const filtered = Object.values(place.filters).some((value) => value !== null);

  return (
    <Column>
      <Counters place={place} summary={summary.data} />
      <SearchBox
        ref={find}
        label={copy.searchLabel}
        placeholder={copy.search}
        shortcut="/"
        onSearch={place.setSearch}
      />
      <MonitoringFilters place={place} summary={summary.data} />
      <AppliedFilters place={place} />
      <Line>
        <span role="status">{list.data ? copy.found(list.data.total) : ''}</span>
        <div>
          {list.dataUpdatedAt > 0 ? <span>{copy.dataAt(formatTime(list.dataUpdatedAt))} ·</span> : null}
          <Button
            small
            variant="ghost"
            icon={<RefreshCw size={16} aria-hidden="true" />}
            pending={list.isFetching && !list.isPending}
            onClick={reload}
          >
            {copy.reload}
          </Button>
          <OnDesktop>
            <Button
              small
              variant="ghost"
              icon={<Keyboard size={16} aria-hidden="true" />}
              onClick={() => setKeys(true)}
            >
              {copy.keys}
            </Button>
          </OnDesktop>
          <ExportButton
            address={(personal) => exportAddress(place, personal)}
            file={exportCopy.file}
            failed={exportCopy.failed}
            more={exportsPersonal ? exportCopy.personal : undefined}
          />
        </div>
      </Line>
      {selection.size > 0 ? (
        <BulkBar
          count={selection.size}
          verifies={verifies}
          moves={moves}
          onStart={setBulk}
          onClear={selection.clear}
        />
      ) : null}
      {list.isError ? (
        <LoadFailed title={copy.loadFailed} retrying={list.isFetching} onRetry={reload} />
      ) : !list.data ? (
        <Card as="div">
          <Skeleton lines={8} label={copy.loading} />
        </Card>
      ) : rows.length === 0 ? (
        <Card as="div">
          <EmptyState
            icon={<ClipboardList size={28} />}
            title={place.search !== '' ? copy.noMatch : filtered ? copy.noneInFilter : copy.empty}
          />
        </Card>
      ) : (
        <MonitoringTable
          rows={rows}
          selection={works ? selection : null}
          onOpen={(row) => opened.open(row.id)}
        />
      )}
      {list.data ? (
        <Pager
          label={copy.pages}
          page={place.page}
          pages={Math.ceil(list.data.total / PAGE_SIZE)}
          next={list.data.next}
          previous={list.data.prev}
          onTurn={(cursor, step) => place.turn(cursor, place.page + step)}
        />
      ) : null}
      <Suspense fallback={null}>
        {opened.id === null ? null : <DetailDialog id={opened.id} opened={opened} />}
        {bulk === null ? null : (
          <BulkDialog kind={bulk} selection={selection} onClose={() => setBulk(null)} />
        )}
        {keys ? <KeysDialog onClose={() => setKeys(false)} /> : null}
      </Suspense>
    </Column>
  );
}
