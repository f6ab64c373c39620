import * as seats from '@gerbang/contracts/waitlists';
import { call, type CallInput } from '@gerbang/web-kit/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/query-client';

const KEY = 'seat';

/** The seat of a registration, or its place on the waiting list. */
export function useSeat(id: string) {
  return useQuery({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => call(seats.readSeat, { params: { id }, signal }),
  });
}

/** What a family answers about its seat; what shows it is read again after each. */
export function useSeatChanges(id: string) {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all(
      [KEY, 'registrations', 'dashboard'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
  const params = { id };
  return {
    decline: useMutation({
      mutationFn: ({ key, body }: Pick<CallInput<typeof seats.declineSeat>, 'body'> & { key: string }) =>
        call(seats.declineSeat, { params, headers: { 'idempotency-key': key }, body }),
      onSuccess,
    }),
    leave: useMutation({ mutationFn: (_none: null) => call(seats.leaveWaitlist, { params }), onSuccess }),
    stay: useMutation({ mutationFn: (_none: null) => call(seats.stayOnWaitlist, { params }), onSuccess }),
  };
}
