import * as contract from '@gerbang/contracts/number-requests';
import type { NumberDecisionBody, OpenNumberRequestBody } from '@gerbang/contracts/number-requests';
import { NUMBER_REQUEST_LABELS, NUMBER_REQUEST_STATUSES } from '@gerbang/domain/number-requests';
import { call, callPage } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { choice, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { requestsCopy } from './number-requests.copy.ts';

const KEY = 'number-requests';

/** The requests about lost numbers, the newest first. */
export const numberRequests = staffList({
  key: KEY,
  news: true,
  pageSize: 20,
  filters: {
    status: choice({
      label: requestsCopy.status,
      every: requestsCopy.everyStatus,
      values: NUMBER_REQUEST_STATUSES,
      labels: NUMBER_REQUEST_LABELS,
    }),
  },
  fields: ['status', 'sort'],
  texts: requestsCopy,
  download: { path: contract.exportNumberRequests.path, file: 'nomor-hilang' },
  read: (query, signal) => callPage(contract.listNumberRequests, { signal, query }),
});

/** The shortest text that is searched for, in characters. */
export const SEARCH_MIN = 3;

/** The accounts that a text finds; nothing is asked for a shorter one, and nothing is kept. */
export function useFoundAccounts(search: string) {
  return useQuery({
    queryKey: [KEY, 'accounts', search],
    queryFn: ({ signal }) => call(contract.findNumberAccounts, { signal, query: { search } }),
    enabled: search.length >= SEARCH_MIN,
    gcTime: 0,
  });
}

/** Opening and deciding; the list is read again after a success and after a failure. */
export function useNumberRequestChanges() {
  const onSettled = useReadAgain([KEY, 'page']);
  return {
    open: useMutation({
      mutationFn: ({ id, body }: { id: string; body: OpenNumberRequestBody }) =>
        call(contract.openNumberRequest, { params: { id }, body }),
      onSettled,
    }),
    decide: useMutation({
      mutationFn: ({ id, body }: { id: string; body: NumberDecisionBody }) =>
        call(contract.decideNumberRequest, { params: { id }, body }),
      onSettled,
    }),
  };
}

/** Stops a move by the token of the message. */
export function useStop() {
  return useMutation({
    mutationFn: (token: string) => call(contract.stopNumberRequest, { body: { token } }),
  });
}
