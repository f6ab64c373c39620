import * as contract from '@gerbang/contracts/seat-pools';
import type { SeatPool } from '@gerbang/contracts/seat-pools';
import type { Jenjang } from '@gerbang/domain/levels';
import { call, type CallInput } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';

/** The keys of all that shows seats: pools, their lists and events, their offers, and registrations beside them. */
const KEYS = ['seat-pools', 'waitlists', 'offers', 'staff-registrations'] as const;

/** The seats of a year, of one level or of all, as they are now; nothing is read while the year is not known (null). */
export function useSeats(year: string | null, jenjang: Jenjang | undefined) {
  return useQuery({
    enabled: year !== null,
    queryKey: ['seat-pools', year, jenjang ?? ''],
    queryFn: ({ signal }) =>
      call(contract.readSeats, {
        query: { ...(year && { academic_year: year }), ...(jenjang && { jenjang }) },
        signal,
      }),
    // Families answer while the page is open: each opening reads again.
    staleTime: 0,
  });
}

/** Reads everything again that shows seats, after a success and after a refusal. */
export const useSeatsAgain = () => useReadAgain(...KEYS);

export type PoolCreation = CallInput<typeof contract.createSeatPool>['body'];
export type PoolChange = CallInput<typeof contract.updateSeatPool>['body'];

/** What a form of a pool sends: a new one, or a change of the one that was seen. */
export type PoolSent =
  | { readonly id: null; readonly body: PoolCreation }
  | { readonly id: string; readonly body: PoolChange };

export function useSavePool() {
  return useMutation({
    mutationFn: ({ id, body }: PoolSent): Promise<SeatPool> =>
      id === null
        ? call(contract.createSeatPool, { body })
        : call(contract.updateSeatPool, { params: { id }, body }),
    onSettled: useSeatsAgain(),
  });
}

export function useRemovePool() {
  return useMutation({
    mutationFn: (id: string) => call(contract.deleteSeatPool, { params: { id } }),
    onSettled: useSeatsAgain(),
  });
}
