import * as contract from '@gerbang/contracts/calendar-links';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useReadAgain } from '@gerbang/web-kit/api/query-client';

/** Makes and ends the caller's calendar address; whether there is one comes with the slots, which are read again. */
export function useCalendarLink() {
  const onSettled = useReadAgain('observation-slots');
  return {
    make: useMutation({ mutationFn: () => call(contract.makeCalendarLink, {}), onSettled }),
    revoke: useMutation({ mutationFn: () => call(contract.revokeCalendarLink, {}), onSettled }),
  };
}
