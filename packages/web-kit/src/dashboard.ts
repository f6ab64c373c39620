import type * as dashboard from '@gerbang/contracts/dashboard';
import { call } from '@gerbang/web-kit/client';
import { useQuery } from '@gerbang/web-kit/query-client';

/**
 * Everything the dashboard shows, in one read of the gateway (Precisions, Dashboard). The shell asks for it beside
 * loading the areas' cards, which then find the answer in the cache.
 */
export function useDashboard(enabled = true) {
  return useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => call<typeof dashboard.getDashboard>('GET', '/api/dashboard', { signal }),
    enabled,
  });
}
