import * as seats from '@gerbang/contracts/waitlists';
import { call, type CallInput } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { thenRead } from '@gerbang/web-kit/api/records';
import { useEffect, useRef } from 'react';

const KEY = 'seat';
/** Where the stage of a registration is shown. */
const STAGES = ['registrations', 'dashboard'];
/** A seat that is being released is released, or kept, in a moment. */
const RELEASING_MS = 5000;

/**
 * The seat of a registration, or its place on the waiting list. While it is being released it is read again, and the stages
 * once that is over.
 */
export function useSeat(id: string) {
  const seat = useQuery({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => call(seats.readSeat, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.offer?.status === 'releasing' ? RELEASING_MS : false),
  });
  const readStages = useReadAgain(...STAGES);
  const releasing = seat.data?.offer?.status === 'releasing';
  const before = useRef(releasing);
  useEffect(() => {
    if (before.current && !releasing) void readStages();
    before.current = releasing;
  });
  return seat;
}

/** What a family answers about its seat; what shows it is read again after each, refused ones too. */
export function useSeatChanges(id: string) {
  const settled = thenRead(useReadAgain(KEY, ...STAGES));
  const params = { id };
  return {
    decline: useMutation({
      mutationFn: ({ key, body }: Pick<CallInput<typeof seats.declineSeat>, 'body'> & { key: string }) =>
        call(seats.declineSeat, { params, headers: { 'idempotency-key': key }, body }),
      ...settled,
    }),
    leave: useMutation({ mutationFn: (_none: null) => call(seats.leaveWaitlist, { params }), ...settled }),
    stay: useMutation({ mutationFn: (_none: null) => call(seats.stayOnWaitlist, { params }), ...settled }),
  };
}
