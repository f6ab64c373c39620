import { listYears } from '@gerbang/contracts/academic-years';
import { call } from '../api/client.ts';
// By the package's name: the shell shares the cache with the remotes.
import { useQuery } from '@gerbang/web-kit/api/query-client';

/** First part of the cache's key of the years. */
export const YEARS_KEY = 'years';

/** The school years as staff read them, the newest first; nothing is read with `enabled` = false. */
export function useYears(enabled = true) {
  return useQuery({ queryKey: [YEARS_KEY], queryFn: ({ signal }) => call(listYears, { signal }), enabled });
}
