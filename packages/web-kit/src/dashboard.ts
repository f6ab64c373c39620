import * as dashboard from '@gerbang/contracts/dashboard';
import { call } from '@gerbang/web-kit/client';
import { type QueryClient, useQuery } from '@gerbang/web-kit/query-client';

const DASHBOARD_QUERY = {
  queryKey: ['dashboard'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(dashboard.getDashboard, { signal }),
};

/**
 * Everything the dashboard shows, in one read of the gateway (Precisions, Dashboard). The shell asks for it beside
 * loading the areas' cards, which then find the answer in the cache.
 */
export function useDashboard(enabled = true) {
  return useQuery({ ...DASHBOARD_QUERY, enabled });
}

/** Asks for it before anything is drawn; who opens the dashboard is logged in but for once in a while. */
export function askForDashboard(client: QueryClient): void {
  void client.prefetchQuery(DASHBOARD_QUERY);
}
