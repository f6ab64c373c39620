import * as parents from '@gerbang/contracts/parents';
// By the package's name: the shell shares these with the remotes.
import { call } from '@gerbang/web-kit/client';
import { useQuery } from '@gerbang/web-kit/query-client';

export const PROFILE_KEY = ['parent'] as const;

/** The family's profile; empty before the first write. */
export function useProfile() {
  return useQuery({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => call(parents.getParent, { signal }),
  });
}
