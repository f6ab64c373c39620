import * as parents from '@gerbang/contracts/parents';
// By the package's name: the shell shares these with the remotes.
import { call } from '@gerbang/web-kit/client';
import { useQuery } from '@gerbang/web-kit/query-client';

export const PROFILE_KEY = ['parent'] as const;

/** The family's own profile; before the first write all of it is empty (decisions, Family). */
export function useProfile() {
  return useQuery({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => call(parents.getParent, { signal }),
  });
}
