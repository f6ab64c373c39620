import * as offers from '@gerbang/contracts/offers';
import type { Offer } from '@gerbang/contracts/offers';
import { OFFER_LABELS, OFFER_STATUSES } from '@gerbang/domain/offers';
import { call, callPage } from '@gerbang/web-kit/api/client';
import { useMutation } from '@gerbang/web-kit/api/query-client';
import { day, linked, linkedChoice, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { useSeatsAgain } from '../seat-pools/seat-pools.api.ts';
import { offersCopy as copy } from './offers.copy.ts';

/** The seats of a pool that are offered, taken or released. */
export const poolOffers = staffList({
  key: 'offers',
  news: true,
  pageSize: 50,
  filters: {
    pool: linked(copy.pool, /^[0-9a-f-]{36}$/u),
    status: linkedChoice({ label: copy.status, values: OFFER_STATUSES, labels: OFFER_LABELS }),
    due_before: day(copy.due),
  },
  scope: 'pool',
  fields: ['sort'],
  texts: copy,
  // Open ones are read to see whose time is over first.
  sortFor: ({ status, due_before: due }) =>
    status === 'open' || due !== null ? ('answer_until' as const) : undefined,
  download: { path: offers.exportOffers.path, file: 'tawaran-kursi' },
  read: (query, signal) => callPage(offers.listOffers, { signal, query }),
});

interface Decision {
  readonly offer: Offer;
  readonly reason: string;
}

/** Gives a family more time: 20.00 of the day or the next school day. */
export function useExtendOffer() {
  return useMutation({
    mutationFn: ({ offer: { id, version }, day: answer_until, reason }: Decision & { day: string }) =>
      call(offers.extendOffer, { params: { id }, body: { answer_until, reason, version } }),
    onSettled: useSeatsAgain(),
  });
}

/** Begins to release a seat; billing has the last word. */
export function useReleaseOffer() {
  return useMutation({
    mutationFn: ({ offer: { id, version }, reason, key }: Decision & { readonly key: string }) =>
      call(offers.releaseOffer, {
        params: { id },
        headers: { 'idempotency-key': key },
        body: { reason, version },
      }),
    onSettled: useSeatsAgain(),
  });
}
