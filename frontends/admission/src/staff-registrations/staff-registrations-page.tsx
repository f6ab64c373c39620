import { Button } from '@gerbang/ui/button';
import { useCan } from '@gerbang/web-kit/abilities';
import { ExportButton } from '@gerbang/web-kit/components/export-button';
import { ListFrame } from '@gerbang/web-kit/components/list-frame';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { useShortcuts } from '@gerbang/web-kit/shortcuts';
import { ClipboardList, Keyboard } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { BulkBar, type BulkKind } from './bulk-bar.tsx';
import { Counters, MonitoringChips, MonitoringFilters } from './staff-registrations-filters.tsx';
import { MonitoringTable } from './staff-registrations-table.tsx';
import { exportAddress, KEY, PAGE_SIZE, useMonitoring, useSummary } from './staff-registrations.api.ts';
import { exportCopy, monitoringCopy as copy } from './staff-registrations.copy.ts';
import { useMonitoringPlace } from './use-list-state.ts';
import { useOpened } from './use-opened.ts';
import { useSelection } from './use-selection.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const DetailDialog = lazy(() =>
  import('./detail-dialog.tsx').then((part) => ({ default: part.DetailDialog })),
);
const BulkDialog = lazy(() => import('./bulk-dialog.tsx').then((part) => ({ default: part.BulkDialog })));
const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((part) => ({ default: part.KeysDialog })));

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

  return (
    <>
      <ListFrame
        list={list}
        place={place}
        pageSize={PAGE_SIZE}
        texts={copy}
        icon={<ClipboardList size={28} />}
        findRef={find}
        onReload={() => {
          void client.invalidateQueries({ queryKey: [KEY, 'page'] });
          void client.invalidateQueries({ queryKey: [KEY, 'summary'] });
        }}
        counters={<Counters place={place} summary={summary.data} />}
        filters={
          <>
            <MonitoringFilters place={place} summary={summary.data} />
            <MonitoringChips place={place} />
          </>
        }
        tools={
          <>
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
          </>
        }
        marked={
          selection.size > 0 ? (
            <BulkBar
              count={selection.size}
              verifies={verifies}
              moves={moves}
              onStart={setBulk}
              onClear={selection.clear}
            />
          ) : null
        }
      >
        {(found) => (
          <MonitoringTable
            rows={found}
            selection={works ? selection : null}
            onOpen={(row) => opened.open(row.id)}
          />
        )}
      </ListFrame>
      <Suspense fallback={null}>
        {opened.id === null ? null : <DetailDialog id={opened.id} opened={opened} />}
        {bulk === null ? null : (
          <BulkDialog kind={bulk} selection={selection} onClose={() => setBulk(null)} />
        )}
        {keys ? <KeysDialog onClose={() => setKeys(false)} /> : null}
      </Suspense>
    </>
  );
}
