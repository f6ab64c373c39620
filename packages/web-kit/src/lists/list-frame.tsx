import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Row, Scroll } from '@gerbang/ui/layout';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Pager } from '@gerbang/ui/pager';
import { SearchBox } from '@gerbang/ui/search-box';
import { loadFailure } from '../api/loading.tsx';
import { SkipLink } from '@gerbang/ui/skip-link';
import { SkeletonRows } from '@gerbang/ui/skeleton';
// By the package's name: the shell shares the cache with the remotes.
import { useQueryClient } from '@gerbang/web-kit/api/query-client';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { formatTime } from '../page/format.ts';
import { useMedia } from '../page/use-media.ts';
import { Count, Find, Frame, Line, Small, State, Tops } from './list-frame-layout.ts';
import { PrintStyle } from '../page/print-style.tsx';
import { NewsButton } from './news-button.tsx';
import { PageTools } from './page-tools.tsx';
import type { Filters, UsedList } from './use-staff-list.ts';
import { YearSelect } from './year-select.tsx';

const copy = {
  dataAt: (time: string) => `Data pukul ${time}`,
  reload: 'Muat ulang',
  noMatch: 'Tidak ada hasil yang sesuai dengan pencarian.',
  pages: 'Halaman',
  skip: 'Langsung ke tabel',
} as const;

const UPRIGHT = '(min-width: 640px) and (max-width: 899.98px)';

/**
 * A list that the server searches, filters, sorts and pages. Beside the page's title: the number of results, search and
 * buttons. Then the parts of the list, the filters (or what can be done with the ticked rows) with the time of the data
 * and 'Muat ulang', and the table: loading, failed, empty or filled.
 */
export function ListFrame<Row, F extends Filters, S extends string>({
  list,
  icon,
  parts,
  filters,
  sums,
  beside,
  tools,
  views,
  marked,
  fitted,
  findRef,
  onFound,
  lean = null,
  none,
  onReload,
  children,
}: {
  /** From `useStaffList`. */
  list: UsedList<Row, F, S>;
  /** Shown above the text of an empty list. */
  icon: ReactNode;
  /** The parts of the list with their counts. */
  parts?: ReactNode;
  filters?: ReactNode;
  /** Below the filters. */
  sums?: ReactNode;
  /** Beside the search: making a new one. */
  beside?: ReactNode;
  /** Beside the search: the export. */
  tools?: ReactNode;
  /** Beside 'Muat ulang': the saved views and the columns. */
  views?: ReactNode;
  /** In place of the filters: the actions on the ticked rows. */
  marked?: ReactNode;
  /** The table drops columns where it is narrow, instead of scrolling. */
  fitted: boolean;
  findRef?: Ref<HTMLInputElement>;
  /** Enter in the search: its first row, once it is read. */
  onFound?: ((row: Row) => void) | undefined;
  /** Nothing is chosen among the filters, so that there is room beside the parts; beside many it is little. */
  lean?: 'few parts' | 'many parts' | null;
  /** What an empty part says in place of the words about filters. */
  none?: { readonly title: string; readonly text: string } | undefined;
  onReload: () => void;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const client = useQueryClient();
  const { state, texts } = list;
  const wanted = useRef('');
  const openFound = () => {
    if (wanted.current === '' || wanted.current !== state.search || list.isPlaceholderData || list.isPending)
      return;
    wanted.current = '';
    const [first] = list.rows;
    if (first) onFound?.(first);
  };
  useEffect(openFound);
  const filtered = none === undefined && Object.values(state.filters).some((value) => value !== null);
  const reload = () => {
    // A read under way is kept: begun anew at every press, it would never end on a slow network.
    if (client.isFetching({ queryKey: [list.key, 'page'] }) > 0) return;
    // A page that no longer exists (an old address) would fail again.
    if (list.isError && state.cursor !== null) state.restart();
    onReload();
  };
  const isCrowded = Boolean(tools && (list.year || beside));
  // A search with a year and the export beside it has no room on a tablet that stands.
  const isUpright = useMedia(UPRIGHT) && list.year !== null;
  // What scrolls sideways would keep the table's head from staying in sight.
  const Around = fitted ? 'div' : Scroll;
  const line = (
    <Line $lean={Boolean(lean)} data-no-print>
      <Row $align="center">{filters}</Row>
      <State>
        <NewsButton count={list.news} onShow={reload} />
        {list.dataUpdatedAt > 0 ? <time>{copy.dataAt(formatTime(list.dataUpdatedAt))}</time> : null}
        <Small label={copy.reload} aria-busy={list.isFetching && !list.isPending} onClick={reload}>
          <RefreshCw size={16} aria-hidden="true" />
        </Small>
        {isUpright ? tools : null}
        {views}
      </State>
    </Line>
  );
  return (
    <Frame $gap={8}>
      <PrintStyle $across />
      {list.rows.length > 0 ? <SkipLink to="tabel" label={copy.skip} /> : null}
      <PageTools>
        <Count $crowded={isCrowded} role="status">
          {list.data ? texts.found(list.data.total) : ''}
        </Count>
        {texts.search === undefined ? null : (
          <Find>
            <SearchBox
              ref={findRef}
              label={texts.searchLabel ?? texts.search}
              placeholder={texts.search}
              shortcut={findRef ? '/' : undefined}
              onSearch={state.setSearch}
              onEnter={(text) => {
                wanted.current = text;
                openFound();
              }}
            />
          </Find>
        )}
        {list.year ? <YearSelect {...list.year} /> : null}
        {isUpright ? null : tools}
        {beside}
      </PageTools>
      {lean && !marked ? (
        <Tops $many={lean === 'many parts'} data-no-print>
          {parts}
          {line}
        </Tops>
      ) : (
        <>
          {parts ? <div data-no-print>{parts}</div> : null}
          {marked ?? line}
        </>
      )}
      {sums}
      {list.isError ? (
        <LoadFailed
          title={loadFailure(texts.loadFailed, [list.error])}
          english={texts.loadFailedEnglish}
          retrying={list.isFetching}
          onRetry={reload}
        />
      ) : !list.data ? (
        <Card as="div">
          <SkeletonRows rows={12} label={texts.loading} />
        </Card>
      ) : list.data.rows.length === 0 ? (
        <Card as="div">
          <EmptyState
            icon={icon}
            picture={state.search !== '' || filtered ? 'no-result' : undefined}
            title={
              state.search !== ''
                ? (texts.noMatch ?? copy.noMatch)
                : filtered
                  ? texts.noneInFilter
                  : (none?.title ?? texts.empty)
            }
          >
            {state.search === '' && !filtered ? (none?.text ?? texts.emptyText) : null}
          </EmptyState>
        </Card>
      ) : (
        <Around id="tabel">{children(list.data.rows)}</Around>
      )}
      {list.data ? (
        <Pager
          label={copy.pages}
          page={state.page}
          pages={Math.ceil(list.data.total / list.pageSize)}
          next={list.data.next}
          previous={list.data.prev}
          onTurn={(cursor, step) => state.turn(cursor, state.page + step)}
        />
      ) : null}
    </Frame>
  );
}
