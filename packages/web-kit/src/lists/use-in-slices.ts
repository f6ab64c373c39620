import { useDeferredValue, useMemo } from 'react';

interface Read {
  readonly data: unknown;
  readonly isPending: boolean;
  readonly isPlaceholderData: boolean;
}

/**
 * A query whose data are drawn in slices of a few milliseconds: TanStack's own update draws the whole page in one task,
 * which holds a slow phone up for 0.1 to 0.3 s. Data and their absence lag behind together; errors and fetching do not. Data
 * that lag count as a placeholder, because they may belong to the query before.
 */
export function useInSlices<Query extends Read>(query: Query): Query {
  const { data, isPending, isPlaceholderData } = query;
  const now = useMemo(() => ({ data, isPending, isPlaceholderData }), [data, isPending, isPlaceholderData]);
  const drawn = useDeferredValue(now);
  return { ...query, ...drawn, isPlaceholderData: drawn.isPlaceholderData || drawn !== now };
}
