import * as school from '@gerbang/contracts/school';
import { call } from '@gerbang/web-kit/api/client';
import { useQuery } from '@gerbang/web-kit/api/query-client';

/** Levels, classes, fees, open years and the official account; read only where they are `wanted`. */
export function useSchool(wanted = true) {
  return useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => call(school.getConfig, { signal }),
    enabled: wanted,
  });
}
