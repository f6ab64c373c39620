import * as school from '@gerbang/contracts/school';
import { call } from '@gerbang/web-kit/client';
import { useQuery } from '@gerbang/web-kit/query-client';

/** Levels, classes, fees, open years and the official account. */
export function useSchool() {
  return useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => call(school.getConfig, { signal }),
  });
}
