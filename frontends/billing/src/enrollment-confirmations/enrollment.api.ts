import * as registrations from '@gerbang/contracts/registrations';
import { call } from '@gerbang/web-kit/client';
import { useQuery } from '@gerbang/web-kit/query-client';

/** The family's accepted registrations: those whose stage is passed. */
export function useAccepted() {
  return useQuery({
    queryKey: ['registrations', 'accepted'],
    queryFn: ({ signal }) =>
      call(registrations.listRegistrations, {
        query: { current_stage: 'passed' },
        signal,
      }),
  });
}
