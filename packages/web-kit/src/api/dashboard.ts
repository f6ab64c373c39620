import * as dashboard from '@gerbang/contracts/dashboard';
import { call, noteUnread } from '@gerbang/web-kit/api/client';
import { type QueryClient, useQuery } from '@gerbang/web-kit/api/query-client';
import { useInSlices } from '../lists/use-in-slices.ts';

const DASHBOARD_QUERY = {
  queryKey: ['dashboard'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const read = await call(dashboard.getDashboard, { signal });
    noteUnread(read.unread);
    return read;
  },
};

const REFRESH_MS = 120_000;

/**
 * Everything the dashboard shows, in one read of the gateway. The shell sends it beside
 * loading the areas' cards, which then find the result in the cache. `refreshed` = read again every two minutes while the page
 * is in sight.
 */
export function useDashboard(enabled = true, refreshed = false) {
  return useInSlices(
    useQuery({ ...DASHBOARD_QUERY, enabled, refetchInterval: refreshed ? REFRESH_MS : false }),
  );
}

/** Reads it before the first render: a visitor of the dashboard is almost always logged in. */
export function askForDashboard(client: QueryClient): void {
  void client.prefetchQuery(DASHBOARD_QUERY);
}
