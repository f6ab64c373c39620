import * as dashboard from '@gerbang/contracts/dashboard';
import { byTimer, call, noteUnread } from '@gerbang/web-kit/api/client';
import { type QueryClient, useQuery } from '@gerbang/web-kit/api/query-client';
import { useInSlices } from '../lists/use-in-slices.ts';

const DASHBOARD_KEY = ['dashboard'];
const REFRESH_MS = 120_000;

const dashboardQuery = (refreshed: boolean) => ({
  queryKey: DASHBOARD_KEY,
  queryFn: async ({ signal, client }: { signal: AbortSignal; client: QueryClient }) => {
    const { dataUpdatedAt = Number.POSITIVE_INFINITY } = client.getQueryState(DASHBOARD_KEY) ?? {};
    const isDue = refreshed && dataUpdatedAt > 0 && dataUpdatedAt + REFRESH_MS <= Date.now();
    const send = () => call(dashboard.getDashboard, { signal });
    const read = await (isDue ? byTimer(send) : send());
    noteUnread(read.unread);
    return read;
  },
});

/**
 * Everything the dashboard shows, in one read of the gateway. The shell sends it beside
 * loading the areas' cards, which then find the result in the cache. `refreshed` = read again every two minutes while the page
 * is in sight.
 */
export function useDashboard(enabled = true, refreshed = false) {
  return useInSlices(
    useQuery({ ...dashboardQuery(refreshed), enabled, refetchInterval: refreshed ? REFRESH_MS : false }),
  );
}

/**
 * Reads it before the first render: a visitor of the dashboard is almost always logged in. A failure is met again where it
 * is shown.
 */
export const askForDashboard = (client: QueryClient): Promise<dashboard.Dashboard | undefined> =>
  client.fetchQuery(dashboardQuery(false)).catch(() => undefined);
