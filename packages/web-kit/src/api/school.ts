import { getConfig } from '@gerbang/contracts/school';
// By the package's name: the shell shares the cache with the remotes.
import { call } from '@gerbang/web-kit/api/client';
import { useQuery } from '@gerbang/web-kit/api/query-client';

/** Levels, classes, fees, open years, the official account and the school's own words; read only where they are `wanted`. */
export function useSchool(wanted = true) {
  return useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => call(getConfig, { signal }),
    enabled: wanted,
  });
}
