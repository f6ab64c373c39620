import { changeOf } from '@gerbang/web-kit/api/records';
import * as contract from '@gerbang/contracts/erasure-requests';
import { ERASURE_LABELS, ERASURE_STATUSES } from '@gerbang/domain/erasure-requests';
import { call, callPage } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { choice, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { erasuresCopy } from './erasure-requests.copy.ts';

/** The family's requests, the newest first. */
export function useOwnErasures() {
  return useQuery({
    queryKey: ['own-erasures'],
    queryFn: ({ signal }) => call(contract.listOwnErasures, { signal }),
  });
}

/** Asks for the family's data to be erased. */
export function useAskErasure() {
  return useMutation({
    mutationFn: (note: string) => call(contract.requestErasure, { body: { note: note || null } }),
    onSettled: useReadAgain('own-erasures'),
  });
}

/** The requests of all families, the most urgent first. */
export const erasureRequests = staffList({
  key: 'erasures',
  news: true,
  pageSize: 20,
  filters: {
    status: choice({
      label: erasuresCopy.status,
      every: erasuresCopy.everyStatus,
      values: ERASURE_STATUSES,
      labels: ERASURE_LABELS,
    }),
  },
  fields: ['status', 'sort'],
  texts: erasuresCopy,
  read: (query, signal) => callPage(contract.listErasures, { signal, query }),
});

/** Decides a request; the list is read again after a success and after a failure. */
export function useDecideErasure() {
  return useMutation({
    mutationFn: changeOf(contract.decideErasure),
    onSettled: useReadAgain('erasures'),
  });
}
