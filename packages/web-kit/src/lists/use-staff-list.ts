import { levelLabel } from '../page/level-labels.ts';
import { JENJANG, type Jenjang } from '@gerbang/domain/levels';
import type { ListPage } from '@gerbang/web-kit/api/client';
import { formatDayText } from '../page/format.ts';
import { useListState } from './list-state.ts';
import { type ComponentProps, useDeferredValue } from 'react';
// By the package's name: the shell shares the cache with the remotes.
import { type QueryClient, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';
import type { ExportButton } from './export-button.tsx';
import { afterPage, useInSlices } from './use-in-slices.ts';
import { useListNews } from './use-news.ts';
import { isYearChoice, useYearChoice } from './year-choice.ts';

/** A filter of a list. Its name is the one of the call and of the address. */
export interface Filter<V extends string = string> {
  /** Label of the field, and of the chip. */
  readonly label: string;
  /** Whether a text of the address is a value of the filter. */
  accepts(text: string): text is V;
  /** The value in words. */
  wordOf(value: V): string;
  /** How it is chosen; absent: only by links and counters. */
  readonly field?: 'choice' | 'day';
  /** Values of a choice, in order. */
  readonly values?: readonly V[];
  /** The option of a choice that filters nothing. */
  readonly every?: string;
  /** A year that is chosen in the head of the page and remembered; it is no filter to be cleared. */
  readonly head?: true;
}

/** One of several values. */
export function choice<const V extends string>({
  label,
  every,
  values,
  labels,
}: {
  label: string;
  every?: string;
  values: readonly V[];
  labels: Readonly<Record<V, string>>;
}): Filter<V> {
  return {
    label,
    accepts: (text): text is V => values.some((one) => one === text),
    wordOf: (value) => labels[value],
    field: 'choice',
    values,
    ...(every === undefined ? {} : { every }),
  };
}

/** One of several values, set by links and views only. */
export function linkedChoice<const V extends string>(of: Parameters<typeof choice<V>>[0]): Filter<V> {
  const { field: _field, ...filter } = choice(of);
  return filter;
}

/** The school level. */
export const LEVEL: Filter<Jenjang> = {
  label: 'Jenjang',
  every: 'Semua jenjang',
  accepts: (text): text is Jenjang => JENJANG.some((one) => one === text),
  wordOf: levelLabel,
  field: 'choice',
  values: JENJANG,
};

const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** A day, chosen in a calendar. */
export const day = (label: string): Filter => ({
  label,
  accepts: (text): text is string => DAY.test(text),
  wordOf: formatDayText,
  field: 'day',
});

/** A text of this form that is set by links only. */
export const linked = (label: string, form: RegExp, wordOf = (text: string) => text): Filter => ({
  label,
  accepts: (text): text is string => form.test(text),
  wordOf,
});

/** A day that is set by links only. */
export const linkedDay = (label: string): Filter => linked(label, DAY, formatDayText);

/** The academic year, chosen in the head of the page. */
export const ACADEMIC_YEAR: Filter = {
  label: 'Tahun ajaran',
  accepts: (text): text is string => isYearChoice(text),
  wordOf: (year) => year,
  head: true,
};

export type Filters = Readonly<Record<string, Filter>>;

/** The values of the filters; null = not filtered by it. */
export type Chosen<F extends Filters> = {
  readonly [N in keyof F]: (F[N] extends Filter<infer V> ? V : never) | null;
};

/** Search and filters as the calls of the list take them. */
export type FilterQuery<F extends Filters> = { search: string | undefined } & {
  [N in keyof F]: (F[N] extends Filter<infer V> ? V : never) | undefined;
};

/** One page of the list as its call takes it. */
export type PageQuery<F extends Filters, S extends string> = FilterQuery<F> & {
  sort: S | undefined;
  limit: string | undefined;
  cursor: string | undefined;
  /** Only how many rows there are, where its reading is noted and this is not. */
  count?: 'only';
};

/** Texts of a list. */
export interface ListTexts {
  readonly caption: string;
  /** Absent where the list cannot be searched. */
  readonly searchLabel?: string;
  readonly search?: string;
  readonly found: (count: number) => string;
  readonly loading: string;
  readonly loadFailed: string;
  /** The specified words of a failed read. */
  readonly loadFailedEnglish?: string;
  /** Nothing at all. */
  readonly empty: string;
  /** The next step when there is nothing at all. */
  readonly emptyText?: string;
  readonly noneInFilter: string;
  /** Nothing that a search finds, where the specification has words for it. */
  readonly noMatch?: string;
}

/** What a list of the staff is: where its rows come from, its filters, orders and texts. */
export interface ListDescriptor<Row, F extends Filters, S extends string> {
  /** First part of the cache's keys: `[key, 'page', …]`. */
  readonly key: string;
  readonly pageSize: number;
  /** In the order of the chips. */
  readonly filters: F;
  /** The fields from left to right; a filter that is not among them is set by links and counters only. */
  readonly fields: readonly (NoInfer<keyof F> | 'sort')[];
  /** A filter that chooses between lists: rows of one do not stand in for another's, and clearing keeps it. */
  readonly scope?: NoInfer<keyof F>;
  /** The first of `sorts` is the default order. */
  readonly texts: ListTexts & { readonly sorts: Readonly<Record<S, string>> };
  /** The order of a result where it is not the default one: a queue begins with the longest wait. */
  readonly sortFor?: (
    chosen: Readonly<Record<NoInfer<keyof F> & string, string | null>>,
  ) => NoInfer<S> | undefined;
  /**
   * The filters of what waits for the viewer, null = not filtered by it: with them the list has every year, unless the address
   * names one.
   */
  readonly queues?: readonly Readonly<Partial<Record<NoInfer<keyof F> & string, string | null>>>[];
  /** Looks every two minutes whether more rows came, while the page is in sight; `counted` where reading the list is noted in the trail. */
  readonly news?: true | 'counted';
  /** The call that gives the present result as a file, and what its button says; absent where there is none, or more than one. */
  readonly download?: { readonly path: string } & Omit<ComponentProps<typeof ExportButton>, 'address'>;
  /** Reads the page again each time the list is opened; otherwise only after a change. */
  readonly refetchOnMount?: 'always';
  /** Reads everything again that the page shows; the list and its counts where absent. */
  readonly refresh?: (client: QueryClient) => Promise<unknown>;
  readonly read: (query: PageQuery<F, S>, signal: AbortSignal) => Promise<ListPage<readonly Row[]>>;
}

/** A descriptor with its types inferred. */
export const staffList = <Row, F extends Filters, const S extends string>(
  list: ListDescriptor<Row, F, S>,
): ListDescriptor<Row, F, S> => list;

function useListPage<Row, F extends Filters, S extends string>(
  list: ListDescriptor<Row, F, S>,
  page: PageQuery<F, S>,
  { scope, enabled = true }: { readonly scope?: string; readonly enabled?: boolean } = {},
) {
  return useInSlices(
    useQuery({
      queryKey: [list.key, 'page', page, scope] as const,
      queryFn: ({ signal }) => list.read(page, signal),
      placeholderData: (before, last) => (last?.queryKey[3] === scope ? before : undefined),
      refetchOnMount: list.refetchOnMount ?? true,
      enabled,
    }),
    afterPage(),
  );
}

/** The list without search and filters, for its total; it shares its call with the first page. */
export function useWholeList<Row, F extends Filters, S extends string>(list: ListDescriptor<Row, F, S>) {
  return useListPage(list, { limit: String(list.pageSize) } as PageQuery<F, S>);
}

/** The state of a list and the page of it that is shown. Search, filters, order and paging are the database's work. */
export function useStaffList<Row, F extends Filters, S extends string>(list: ListDescriptor<Row, F, S>) {
  const client = useQueryClient();
  const names = Object.keys(list.filters) as (keyof F & string)[];
  const head = names.find((name) => list.filters[name]?.head);
  const sorts = Object.keys(list.texts.sorts) as [S, ...S[]];
  const state = useListState({
    kept: head,
    filters: list.filters as Readonly<Record<keyof F & string, Filter>>,
    sorts,
    sortFor: list.sortFor,
    queues: list.queues,
  });
  const named = head === undefined ? null : state.filters[head];
  const chosen = useYearChoice(named, head !== undefined);
  const isWhole = state.isQueue && named === null;
  const choice = isWhole ? { ...chosen, year: null } : chosen;
  const filters = { ...state.filters, ...(head !== undefined && { [head]: null }) } as Chosen<F>;
  const query = {
    search: state.search || undefined,
    ...Object.fromEntries(names.map((name) => [name, filters[name] ?? undefined])),
    ...(head !== undefined && { [head]: choice.year ?? undefined }),
  } as FilterQuery<F>;
  const ready = chosen.year !== undefined;
  const page: PageQuery<F, S> = {
    ...query,
    sort: state.sort === sorts[0] ? undefined : state.sort,
    limit: String(list.pageSize),
    cursor: state.cursor ?? undefined,
  };
  const scope = list.scope && query[list.scope];
  const result = useListPage(list, page, { ...(scope !== undefined && { scope }), enabled: ready });

  const news = useListNews(list, page, result);

  return {
    ...list,
    ...result,
    /** How many rows came since the page was read. */
    news,
    rows: result.data?.rows ?? [],
    state: { ...state, filters },
    /** Search and filters as the list's other calls take them: counts, sums, the export. */
    query,
    /** The same for the counts of its parts: while the queue of every year is shown, the others have the chosen one. */
    queryOfParts: { ...query, parts_year: (isWhole && chosen.year) || undefined },
    /** Whether the year is known by which it is read. */
    ready,
    /** The choice of a year in the head of the page; null where the list has none. */
    year: head === undefined ? null : { choice, onChange: (next: string) => state.setFilter(head, next) },
    /** Reads the list and its counts again, or what the descriptor names instead. */
    reload: (): Promise<unknown> =>
      list.refresh
        ? list.refresh(client)
        : Promise.all(
            ['page', 'summary'].map((part) => client.invalidateQueries({ queryKey: [list.key, part] })),
          ),
    /** Where the present result is to be had as a file, in the present order. */
    exportAddress: (path: string, more: Readonly<Record<string, string>> = {}) => {
      const wanted: Record<string, string | undefined> = { ...query, sort: state.sort, ...more };
      const params = Object.entries(wanted).flatMap(([name, value]) => (value ? [[name, value]] : []));
      return `${path}?${new URLSearchParams(params)}`;
    },
  };
}

export type UsedList<Row, F extends Filters, S extends string> = ReturnType<typeof useStaffList<Row, F, S>>;

/** What is counted under the search and filters of a list. */
export function useListCounts<Q, Counts>(
  list: {
    readonly key: string;
    readonly query: Q;
    readonly ready?: boolean;
    readonly refetchOnMount?: 'always';
  },
  read: (query: Q, signal: AbortSignal) => Promise<Counts>,
): Counts | undefined {
  const { data } = useQuery({
    queryKey: [list.key, 'summary', list.query],
    queryFn: ({ signal }) => read(list.query, signal),
    refetchOnMount: list.refetchOnMount ?? true,
    placeholderData: (before) => before,
    enabled: list.ready ?? true,
  });
  return useDeferredValue(data);
}
