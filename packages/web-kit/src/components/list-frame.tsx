import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { FilterChips } from '@gerbang/ui/filter-chips';
import { Row, Scroll, Stack } from '@gerbang/ui/layout';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Pager } from '@gerbang/ui/pager';
import { SearchBox } from '@gerbang/ui/search-box';
import { Select } from '@gerbang/ui/select';
import { loadFailure } from '../load-failure.ts';
import { Skeleton } from '@gerbang/ui/skeleton';
import { RefreshCw } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { css, styled } from 'styled-components';
import { formatTime } from '../format.ts';
import type { Filters, UsedList } from '../staff-list.ts';

const copy = {
  dataAt: (time: string) => `Data pukul ${time}`,
  reload: 'Muat ulang',
  noMatch: 'Tidak ada hasil yang sesuai dengan pencarian.',
  pages: 'Halaman',
  sort: 'Urutkan',
  chips: 'Saringan yang dipakai',
  remove: (chip: string) => `Hapus saringan ${chip}`,
  clear: 'Hapus saringan',
} as const;

const twoOnPhones = css`
  > div:has([role='group']) {
    flex-basis: 220px;
  }
  @media (max-width: 639.98px) {
    > div {
      flex-basis: calc(50% - 6px);
      min-width: 0;
      max-width: none;
    }
    /* A day with its calendar needs the whole width. */
    > div:has([role='group']) {
      flex-basis: 100%;
    }
  }
`;

/** Filters beside each other; two a line on phones, or with `$wide` one. */
export const FilterRow = styled.div<{ $wide?: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 12px;
  > div {
    flex: 1 1 ${({ $wide }) => ($wide ? 220 : 150)}px;
    max-width: 280px;
  }
  ${({ $wide }) => ($wide ? '' : twoOnPhones)}
`;

/** The order of a list. */
export function SortFilter<S extends string>({
  state,
  sorts,
  labels,
}: {
  state: { readonly sort: S; readonly setSort: (sort: S) => void };
  sorts: readonly S[];
  labels: Readonly<Record<S, string>>;
}) {
  return (
    <Select
      filters
      label={copy.sort}
      value={state.sort}
      options={sorts.map((sort) => ({ value: sort, label: labels[sort] }))}
      onChange={({ target }) => {
        const sort = sorts.find((one) => one === target.value);
        if (sort) state.setSort(sort);
      }}
    />
  );
}

/** The filters that are set, such as `Status: Lunas`, each with a button to remove it, and 'Hapus saringan'. */
export function AppliedFilters<F extends string>({
  state,
  words,
}: {
  state: {
    readonly setFilter: (name: F, value: string | null) => void;
    readonly clearFilters: () => void;
  };
  words: Readonly<Partial<Record<F, string | null | undefined>>>;
}) {
  const names = Object.keys(words) as F[];
  return (
    <FilterChips
      label={copy.chips}
      chips={names.flatMap((name) => {
        const label = words[name];
        return label ? [{ key: name, label, onRemove: () => state.setFilter(name, null) }] : [];
      })}
      removeLabel={copy.remove}
      clearLabel={copy.clear}
      onClear={state.clearFilters}
    />
  );
}

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

/**
 * A list that the server searches, filters, sorts and pages: loading, failed, empty and
 * filled; the number of results; the time of the data with a manual 'Muat ulang'; 'page x/y' if there are several.
 */
export function ListFrame<Row, F extends Filters, S extends string>({
  list,
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
  /** From `useStaffList`. */
  list: UsedList<Row, F, S>;
  /** Shown above the text of an empty list. */
  icon: ReactNode;
  counters?: ReactNode;
  filters?: ReactNode;
  /** Beside the search: making a new one. */
  beside?: ReactNode;
  /** Beside 'Muat ulang': the export. */
  tools?: ReactNode;
  /** Above the table: the actions on the ticked rows. */
  marked?: ReactNode;
  findRef?: Ref<HTMLInputElement>;
  onReload: () => void;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const { state, texts } = list;
  const filtered = Object.values(state.filters).some((value) => value !== null);
  const reload = () => {
    // A page that no longer exists (an old address) would fail again.
    if (list.isError && state.cursor !== null) state.restart();
    onReload();
  };
  return (
    <Stack>
      {counters}
      <Row $gap={12}>
        <SearchBox
          ref={findRef}
          label={texts.searchLabel}
          placeholder={texts.search}
          shortcut={findRef ? '/' : undefined}
          onSearch={state.setSearch}
        />
        {beside}
      </Row>
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
        <LoadFailed
          title={loadFailure(texts.loadFailed, [list.error])}
          retrying={list.isFetching}
          onRetry={reload}
        />
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
          pages={Math.ceil(list.data.total / list.pageSize)}
          next={list.data.next}
          previous={list.data.prev}
          onTurn={(cursor, step) => state.turn(cursor, state.page + step)}
        />
      ) : null}
    </Stack>
  );
}
