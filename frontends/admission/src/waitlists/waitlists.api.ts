import * as offers from '@gerbang/contracts/offers';
import { readSeats, type SeatPool } from '@gerbang/contracts/seat-pools';
import * as waitlists from '@gerbang/contracts/waitlists';
import { call, type CallInput, type CallOutput } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery } from '@gerbang/web-kit/api/query-client';
import { choice } from '@gerbang/web-kit/lists/use-staff-list';
import { localList } from '@gerbang/web-kit/lists/use-local-list';
import { useNews } from '@gerbang/web-kit/lists/use-news';
import { listCopy as copy } from './waitlists.copy.ts';
import { useSeatsAgain } from '../seat-pools/seat-pools.api.ts';

export type WaitlistEvent = CallOutput<typeof waitlists.listWaitlistEvents>[number];

/** The list of a pool in its order. Each reading is noted. */
export function useWaitlist(poolId: string) {
  return useQuery({
    queryKey: ['waitlists', poolId, 'list'],
    queryFn: ({ signal }) => call(waitlists.readWaitlist, { params: { id: poolId }, signal }),
  });
}

/** How a waiting list is shown: what of it, and in which order. */
export const waitlistView = localList({
  key: 'waitlists',
  filters: {
    state: choice({
      label: copy.state,
      every: copy.everyState,
      values: ['proposed', 'priority', 'asked'],
      labels: copy.states,
    }),
  },
  fields: ['state', 'sort'],
  texts: { sorts: copy.sorts },
});

/** How many more wait than are shown: by the figures of the pool, which name no child, since each reading of the list is noted. */
export const useWaitlistNews = ({ id, academic_year }: SeatPool, shown: number | undefined) =>
  useNews(['waitlists', id, shown], shown, async (signal) => {
    const { pools } = await call(readSeats, { query: { academic_year }, signal });
    return pools.find((pool) => pool.id === id)?.waiting ?? 0;
  });

/** What changed the list of a pool, the newest first. */
export function useWaitlistEvents(poolId: string) {
  return useQuery({
    queryKey: ['waitlists', poolId, 'events'],
    queryFn: ({ signal }) => call(waitlists.listWaitlistEvents, { params: { id: poolId }, signal }),
  });
}

interface Keyed<E extends typeof offers.makeOffers | typeof waitlists.closeWaitlist> {
  readonly poolId: string;
  /** The same for the same content until it is answered. */
  readonly key: string;
  readonly body: CallInput<E>['body'];
}

export function useMakeOffers() {
  return useMutation({
    mutationFn: ({ poolId, key, body }: Keyed<typeof offers.makeOffers>) =>
      call(offers.makeOffers, { params: { id: poolId }, headers: { 'idempotency-key': key }, body }),
    onSettled: useSeatsAgain(),
  });
}

export function useCloseWaitlist() {
  return useMutation({
    mutationFn: ({ poolId, key, body }: Keyed<typeof waitlists.closeWaitlist>) =>
      call(waitlists.closeWaitlist, { params: { id: poolId }, headers: { 'idempotency-key': key }, body }),
    onSettled: useSeatsAgain(),
  });
}

export type PriorityDecision = CallInput<typeof waitlists.confirmPriority>['body'];

export function useDecidePriority(registrationId: string) {
  return useMutation({
    mutationFn: (body: PriorityDecision) =>
      call(waitlists.confirmPriority, { params: { id: registrationId }, body }),
    onSettled: useSeatsAgain(),
  });
}
