import { byTimer } from '@gerbang/web-kit/api/client';
// By the package's name: the shell shares the cache with the remotes.
import { useQuery } from '@gerbang/web-kit/api/query-client';

const NEWS_MS = 120_000;

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
