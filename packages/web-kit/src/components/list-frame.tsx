import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Pager } from '@gerbang/ui/pager';
import { SearchBox } from '@gerbang/ui/search-box';
import { Skeleton } from '@gerbang/ui/skeleton';
import { RefreshCw } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { formatTime } from '../format.ts';

const copy = {
  dataAt: (time: string) => `Data pukul ${time}`,
  reload: 'Muat ulang',
  noMatch: 'Tidak ada hasil yang sesuai dengan pencarian.',
  pages: 'Halaman',
} as const;

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
  gap: 4px 16px;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
  > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
  }
`;

const Top = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
`;

/** Between phones and desktops even a close table may be too wide; the page itself never scrolls sideways. */
const Scroll = styled.div`
  min-width: 0;
  @media (min-width: 640px) {
    overflow-x: auto;
  }
`;

interface Texts {
  readonly searchLabel: string;
  readonly search: string;
  readonly found: (count: number) => string;
  readonly loading: string;
  readonly loadFailed: string;
  /** Nothing at all. */
  readonly empty: string;
  /** The way on from nothing at all. */
  readonly emptyText?: string;
  readonly noneInFilter: string;
}

/** One page of the list as `callPage` gives it, through a query. */
interface Listed<Row> {
  readonly data:
    | {
        readonly rows: readonly Row[];
        readonly total: number;
        readonly next: string | null;
        readonly prev: string | null;
      }
    | undefined;
  readonly isError: boolean;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly dataUpdatedAt: number;
}

interface State {
  readonly search: string;
  readonly page: number;
  readonly cursor: string | null;
  readonly filters: Readonly<Record<string, string | null>>;
  readonly setSearch: (text: string) => void;
  readonly turn: (cursor: string, page: number) => void;
  readonly restart: () => void;
}

/**
 * A list whose search, filters, order and pages are the server's work (Precisions, Lists): loading, failed, empty and
 * filled; how many were found; the time of the data with a manual 'Muat ulang'; 'page x/y' where there are several.
 */
export function ListFrame<Row>({
  list,
  state,
  pageSize,
  texts,
  icon,
  counters,
  filters,
  beside,
  tools,
  marked,
  findRef,
  onReload,
  children,
}: {
  list: Listed<Row>;
  state: State;
  pageSize: number;
  texts: Texts;
  /** Above the words of an empty list. */
  icon: ReactNode;
  counters?: ReactNode;
  filters?: ReactNode;
  /** Beside the search: making a new one. */
  beside?: ReactNode;
  /** Beside 'Muat ulang': the export. */
  tools?: ReactNode;
  /** Above the table: what is done with the rows that are marked. */
  marked?: ReactNode;
  findRef?: Ref<HTMLInputElement>;
  onReload: () => void;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const filtered = Object.values(state.filters).some((value) => value !== null);
  const reload = () => {
    // A page of the list that is no more (an old address) would fail for ever.
    if (list.isError && state.cursor !== null) state.restart();
    onReload();
  };
  return (
    <Column>
      {counters}
      <Top>
        <SearchBox
          ref={findRef}
          label={texts.searchLabel}
          placeholder={texts.search}
          shortcut={findRef ? '/' : undefined}
          onSearch={state.setSearch}
        />
        {beside}
      </Top>
      {filters}
      <Line>
        <span role="status">{list.data ? texts.found(list.data.total) : ''}</span>
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
          {tools}
        </div>
      </Line>
      {marked}
      {list.isError ? (
        <LoadFailed title={texts.loadFailed} retrying={list.isFetching} onRetry={reload} />
      ) : !list.data ? (
        <Card as="div">
          <Skeleton lines={8} label={texts.loading} />
        </Card>
      ) : list.data.rows.length === 0 ? (
        <Card as="div">
          <EmptyState
            icon={icon}
            title={state.search !== '' ? copy.noMatch : filtered ? texts.noneInFilter : texts.empty}
          >
            {state.search === '' && !filtered ? texts.emptyText : null}
          </EmptyState>
        </Card>
      ) : (
        <Scroll>{children(list.data.rows)}</Scroll>
      )}
      {list.data ? (
        <Pager
          label={copy.pages}
          page={state.page}
          pages={Math.ceil(list.data.total / pageSize)}
          next={list.data.next}
          previous={list.data.prev}
          onTurn={(cursor, step) => state.turn(cursor, state.page + step)}
        />
      ) : null}
    </Column>
  );
}
