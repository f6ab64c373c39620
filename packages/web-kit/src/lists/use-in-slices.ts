import { useDeferredValue, useMemo } from 'react';

interface Read {
  readonly data: unknown;
  readonly isPending: boolean;
  readonly isPlaceholderData: boolean;
}

/** A query that has no data yet. */
const NOTHING: Read = { data: undefined, isPending: true, isPlaceholderData: false };

/** `NOTHING` while the first paint stands: fifty rows that are here already come a moment after the page around them. */
export const afterPage = (): Read | undefined =>
  document.documentElement.dataset.first === undefined ? undefined : NOTHING;

/**
 * A query whose data are drawn in slices of a few milliseconds: TanStack's own update draws the whole page in one task,
 * which holds a slow phone up for 0.1 to 0.3 s. Data and their absence lag behind together; errors and fetching do not. Data
 * that lag count as a placeholder, because they may belong to the query before. `first` is drawn in place of data that are
 * here when the page is.
 */
export function useInSlices<Query extends Read>(query: Query, first?: Read): Query {
  const { data, isPending, isPlaceholderData } = query;
  const now = useMemo(() => ({ data, isPending, isPlaceholderData }), [data, isPending, isPlaceholderData]);
  const drawn = useDeferredValue(now, first ?? now);
  return { ...query, ...drawn, isPlaceholderData: drawn.isPlaceholderData || drawn !== now };
}
