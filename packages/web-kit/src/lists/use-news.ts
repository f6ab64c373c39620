import { byTimer, type ListPage } from '@gerbang/web-kit/api/client';
// By the package's name: the shell shares the cache with the remotes.
import { useQuery } from '@gerbang/web-kit/api/query-client';

const NEWS_MS = 120_000;
const UUID = /^[0-9a-f-]{36}$/u;

/**
 * How many more there are now than the `shown` ones (undefined = it does not look): `count` looks every two minutes while the
 * page is in sight, and what is shown stays as it is. `key` changes with what is shown.
 */
export function useNews(
  key: readonly unknown[],
  shown: number | undefined,
  count: (signal: AbortSignal) => Promise<number>,
): number {
  const { data } = useQuery({
    // Under a name of its own: what reads the list again after a change does not ask twice.
    queryKey: ['news', ...key],
    queryFn: ({ signal }) => byTimer(() => count(signal)),
    initialData: shown ?? 0,
    enabled: shown !== undefined,
    refetchInterval: NEWS_MS,
    gcTime: 0,
  });
  return Math.max(0, data - (shown ?? 0));
}

/** How many more rows the list has now than the page that is shown has counted; the page itself stays as it is. */
export function useListNews<Query extends object>(
  list: {
    readonly key: string;
    readonly news?: true | 'counted';
    readonly read: (query: Query, signal: AbortSignal) => Promise<ListPage<unknown>>;
  },
  page: Query & { readonly search: string | undefined },
  shown: {
    readonly data: ListPage<unknown> | undefined;
    readonly dataUpdatedAt: number;
    readonly isPlaceholderData: boolean;
  },
): number {
  const counted = list.news === 'counted';
  // The page before stands in for this one at first: its rows are no news of this one.
  const total = shown.isPlaceholderData ? undefined : shown.data?.total;
  // A count under a family's name or id would tell of it, and is none.
  const ofOne = page.search !== undefined || Object.values(page).some((value) => UUID.test(String(value)));
  return useNews(
    [list.key, page, shown.dataUpdatedAt],
    list.news === undefined || (counted && ofOne) ? undefined : total,
    async (signal) =>
      (
        await list.read(
          { ...page, cursor: undefined, ...(counted ? { limit: undefined, count: 'only' } : { limit: '1' }) },
          signal,
        )
      ).total,
  );
}
