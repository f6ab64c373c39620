import type { SeatPool } from '@gerbang/contracts/seat-pools';
import { exportWaitlist, type WaitlistEntry } from '@gerbang/contracts/waitlists';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { DataTable } from '@gerbang/ui/data-table';
import { EmptyState } from '@gerbang/ui/empty-state';
import { FittedTables } from '@gerbang/ui/fitted-tables';
import { Quiet, Row } from '@gerbang/ui/layout';
import { SearchBox } from '@gerbang/ui/search-box';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { ExportButton } from '@gerbang/web-kit/lists/export-button.tsx';
import { Chips, Fields } from '@gerbang/web-kit/lists/list-fields.tsx';
import { Frame } from '@gerbang/web-kit/lists/list-frame-layout';
import { arranged, isOptional, useListLayout } from '@gerbang/web-kit/lists/list-layout';
import { NewsButton } from '@gerbang/web-kit/lists/news-button.tsx';
import { PageTools } from '@gerbang/web-kit/lists/page-tools.tsx';
import { useLocalList } from '@gerbang/web-kit/lists/use-local-list';
import { ViewsButton } from '@gerbang/web-kit/lists/views-button.tsx';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { PrintStyle } from '@gerbang/web-kit/page/print-style.tsx';
import { useKeyList, useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { ListOrdered } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { isOver } from '../seat-pools/pool-places.ts';
import { useSeatsAgain } from '../seat-pools/seat-pools.api.ts';
import { SEAT_KEYS } from '../seat-pools/seat-pools.copy.ts';
import { listColumns, proposedOf } from './list-columns.tsx';
import { useWaitlist, useWaitlistNews, waitlistView } from './waitlists.api.ts';
import { listCopy as copy } from './waitlists.copy.ts';

const OfferNext = lazyPart(() => import('./offer-next.tsx').then((file) => file.OfferNext));
const OfferOne = lazyPart(() => import('./offer-one.tsx').then((file) => file.OfferOne));
const CloseList = lazyPart(() => import('./close-list.tsx').then((file) => file.CloseList));
const PrioritiesDialog = lazyPart(() => import('./priorities.tsx').then((file) => file.PrioritiesDialog));

/** How many rows are drawn first, and how many more with each press. */
const STEP = 50;

// A sentence beside its label would be a word wide on a phone: it stands below.
const Table = styled(FittedTables)`
  @media (max-width: 639.98px) {
    && td:has([data-long]) {
      flex-direction: column;
      gap: 2px;
      text-align: start;
    }
  }
`;

const Find = styled.div`
  flex: 1 1 160px;
  @media (min-width: 768px) {
    max-width: 420px;
    margin-inline-start: auto;
  }
`;

type Above =
  | { readonly kind: 'next' | 'close' }
  | { readonly kind: 'one' | 'priorities'; readonly id: string }
  | null;

const fits = ({ child_name, registration_number }: WaitlistEntry, search: string) =>
  `${child_name} ${registration_number}`
    .toLocaleLowerCase('id-ID')
    .includes(search.toLocaleLowerCase('id-ID'));

type State = keyof typeof copy.states;
const STATES: Readonly<Record<State, (entry: WaitlistEntry) => boolean>> = {
  proposed: (entry) => proposedOf(entry).length > 0,
  priority: ({ priorities }) => priorities.some(({ confirmed }) => confirmed),
  asked: ({ asked_at }) => asked_at !== null,
};
const ORDERS: Readonly<
  Record<keyof typeof copy.sorts, (one: WaitlistEntry, other: WaitlistEntry) => number>
> = {
  position: (one, other) => one.position - other.position,
  joined_at: (one, other) => one.joined_at.localeCompare(other.joined_at),
  child_name: (one, other) => one.child_name.localeCompare(other.child_name, 'id-ID'),
};

/** The most seats that one call offers. */
const OFFERS_MOST = 50;

/** The button that offers the next seats, or why nothing is offered. */
function OfferTools({ pool, waiting, onNext }: { pool: SeatPool; waiting: number; onNext: () => void }) {
  const [now] = useState(() => new Date());
  const makes = useCan('offers.make');
  if (!makes) return null;
  const reason = isOver(pool, now)
    ? copy.over
    : pool.free === 0
      ? copy.full
      : waiting === 0
        ? copy.allOwe
        : null;
  return reason === null ? (
    <Button onClick={onNext}>{copy.offerNext(Math.min(pool.free, waiting, OFFERS_MOST))}</Button>
  ) : (
    <Quiet $small>{reason}</Quiet>
  );
}

/** The children who wait for a seat of the pool, in their order, with what may be said on the phone. */
export function ListPart({ pool }: { pool: SeatPool }) {
  const list = useWaitlist(pool.id);
  const view = useLocalList(waitlistView);
  const [layout, setLayout] = useListLayout(view.key);
  const news = useWaitlistNews(pool, list.data?.entries.length);
  const readAgain = useSeatsAgain();
  const [most, setMost] = useState(STEP);
  const [above, setAbove] = useState<Above>(null);
  const [now] = useState(() => new Date());
  const decides = useCan('seats.decide');
  const confirms = useCan('priorities.confirm');
  const find = useRef<HTMLInputElement>(null);
  useKeyList(SEAT_KEYS);
  useShortcuts({ '/': () => find.current?.focus() }, above === null);
  const close = () => setAbove(null);
  if (!list.data) {
    return <Loading of={list} card lines={8} row={44} label={copy.loading} failed={copy.loadFailed} />;
  }
  const { entries } = list.data;
  const offerable = entries.filter(({ fee_owed }) => !fee_owed);
  const { search, sort, filters } = view.state;
  const found = entries
    .filter(
      (entry) => (search === '' || fits(entry, search)) && (!filters.state || STATES[filters.state](entry)),
    )
    .toSorted(ORDERS[sort]);
  const chosen = above && 'id' in above ? entries.find(({ id }) => id === above.id) : undefined;
  const offers = decides && pool.free > 0 && !isOver(pool, now);
  const columns = listColumns({
    onOffer: offers ? ({ id }) => setAbove({ kind: 'one', id }) : null,
    onPriorities: confirms ? ({ id }) => setAbove({ kind: 'priorities', id }) : null,
  });
  return (
    <Frame $gap={12}>
      <PrintStyle $across />
      {entries.length === 0 ? (
        <Card as="div">
          <EmptyState icon={<ListOrdered size={28} />} title={copy.empty}>
            {copy.emptyText}
          </EmptyState>
        </Card>
      ) : (
        <>
          <PageTools>
            <Quiet as="span" role="status" $figures>
              {copy.found(found.length, entries.length)}
            </Quiet>
            <Find>
              <SearchBox
                ref={find}
                shortcut="/"
                label={copy.search}
                placeholder={copy.search}
                onSearch={view.state.setSearch}
              />
            </Find>
          </PageTools>
          <Row $align="center" $justify="between" data-no-print>
            <Row $align="center">
              <OfferTools pool={pool} waiting={offerable.length} onNext={() => setAbove({ kind: 'next' })} />
              <Fields list={view} sortsByHead={false} />
              <Chips list={view} />
            </Row>
            <Row $align="center">
              <NewsButton count={news} onShow={() => void readAgain()} />
              <ViewsButton
                list={view}
                columns={columns.filter(isOptional)}
                layout={layout}
                onLayout={setLayout}
              />
            </Row>
          </Row>
          <Table>
            <DataTable
              caption={copy.caption(pool.label)}
              rows={found.slice(0, most)}
              rowKey={({ id }) => id}
              columns={arranged(columns, layout)}
              empty={<Quiet>{copy.none}</Quiet>}
            />
          </Table>
          {/* Below the list: on a phone its first row stays within the upper half of the screen. */}
          <div data-no-print>
            <ExportButton
              file={copy.exportFile}
              address={() => exportWaitlist.path.replace('{id}', pool.id)}
            />
          </div>
          {found.length > most ? (
            <Button variant="secondary" block onClick={() => setMost(most + STEP)}>
              {copy.more(Math.min(STEP, found.length - most))}
            </Button>
          ) : null}
          {decides ? (
            <Row $justify="end">
              <Button variant="ghost" onClick={() => setAbove({ kind: 'close' })}>
                {copy.close}
              </Button>
            </Row>
          ) : null}
        </>
      )}
      <Suspense fallback={null}>
        {above?.kind === 'next' ? (
          <OfferNext pool={pool} entries={offerable} most={OFFERS_MOST} onClose={close} />
        ) : null}
        {above?.kind === 'close' ? <CloseList pool={pool} waiting={entries.length} onClose={close} /> : null}
        {chosen && above?.kind === 'one' ? <OfferOne pool={pool} entry={chosen} onClose={close} /> : null}
        {chosen && above?.kind === 'priorities' ? (
          <PrioritiesDialog
            registrationId={chosen.registration_id}
            child={chosen.child_name}
            priorities={chosen.priorities}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </Frame>
  );
}
