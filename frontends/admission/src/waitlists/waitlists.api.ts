import * as offers from '@gerbang/contracts/offers';
import * as waitlists from '@gerbang/contracts/waitlists';
import { call, type CallInput, type CallOutput } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery } from '@gerbang/web-kit/api/query-client';
import { useSeatsAgain } from '../seat-pools/seat-pools.api.ts';

export type WaitlistEvent = CallOutput<typeof waitlists.listWaitlistEvents>[number];

/** The list of a pool in its order. Each reading is noted. */
export function useWaitlist(poolId: string) {
  return useQuery({
    queryKey: ['waitlists', poolId, 'list'],
    queryFn: ({ signal }) => call(waitlists.readWaitlist, { params: { id: poolId }, signal }),
  });
}

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
