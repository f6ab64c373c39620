import type { StaffErasureRequest } from '@gerbang/contracts/admission.types';
import type * as contract from '@gerbang/contracts/erasure-requests';
import { ERASURE_STATUSES } from '@gerbang/domain/erasure-requests';
import { call, callPage } from '@gerbang/web-kit/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/query-client';
import { seenVersion } from '@gerbang/web-kit/stale';
import type { ErasuresPlace } from './use-erasures-place.ts';

export const PAGE_SIZE = 20;
const OWN = '/api/parent/erasure-requests';
const LIST = '/api/admin/erasure-requests';
const ONE = `${LIST}/{id}` as const;

/** The own requests, the newest first. */
export function useOwnErasures() {
  return useQuery({
    queryKey: ['own-erasures'],
    queryFn: ({ signal }) => call<typeof contract.listOwnErasures>('GET', OWN, { signal }),
  });
}

/** Asks for the own data to be erased. */
export function useAskErasure() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: string) =>
      call<typeof contract.requestErasure>('POST', OWN, { body: { note: note || null } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['own-erasures'] }),
  });
}

/** One page of the cases: search, filter and order are the database's work (Precisions, Lists). */
export function useErasures(place: ErasuresPlace) {
  const query = {
    search: place.search || undefined,
    status: ERASURE_STATUSES.find((one) => one === place.filters.status),
    sort: place.sort === 'due_at' ? undefined : place.sort,
    limit: String(PAGE_SIZE),
    cursor: place.cursor ?? undefined,
  };
  return useQuery({
    queryKey: ['erasures', query],
    queryFn: ({ signal }) => callPage<typeof contract.listErasures>(LIST, { signal, query }),
    placeholderData: (before) => before,
  });
}

/** Decides a case; the list is read again whatever comes of it. */
export function useDecideErasure() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      of,
      ...body
    }: {
      of: Pick<StaffErasureRequest, 'id' | 'version'>;
      status: 'approved' | 'refused';
      reason?: string;
    }) =>
      call<typeof contract.decideErasure>('PUT', ONE, {
        params: { id: of.id },
        headers: seenVersion(of.version),
        body,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['erasures'] }),
  });
}
