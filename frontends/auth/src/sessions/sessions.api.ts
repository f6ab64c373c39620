import { endOtherSessions, endSession, listSessions } from '@gerbang/contracts/sessions';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';

const KEY = ['sessions'];

/** The user's own sessions. */
export const useSessions = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(listSessions, { signal }),
    refetchOnMount: 'always',
  });

/** Ends of sessions; each reads the list again. */
export function useSessionEnds() {
  const onSettled = useReadAgain(KEY);
  return {
    one: useMutation({ mutationFn: (id: string) => call(endSession, { params: { id } }), onSettled }),
    others: useMutation({ mutationFn: () => call(endOtherSessions, {}), onSettled }),
  };
}
