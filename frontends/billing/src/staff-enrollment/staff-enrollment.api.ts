import type { Confirmation, ConfirmationDecision } from '@gerbang/contracts/billing.types';
import type * as enrollment from '@gerbang/contracts/enrollment';
import { CONFIRMATION_GROUPS, CONFIRMATION_STATUSES } from '@gerbang/domain/enrollment-confirmations';
import { JENJANG } from '@gerbang/domain/levels';
import { ApiError, call, callPage } from '@gerbang/web-kit/client';
import { useListPlace } from '@gerbang/web-kit/list-place';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/query-client';
import { seenVersion } from '@gerbang/web-kit/stale';

export const PAGE_SIZE = 10;
const KEY = 'staff-enrollment';
const LIST = '/api/admin/enrollment-confirmations';

export const SORTS = ['-submitted_at', 'submitted_at', '-updated_at', 'updated_at'] as const;
const among = (values: readonly string[]) => (text: string) => values.includes(text);
const FILTERS = {
  status: among(CONFIRMATION_STATUSES),
  group: among(CONFIRMATION_GROUPS),
  jenjang: among(JENJANG),
};

/** Where somebody stands in the list; the names in the address are those of the call. */
export function useEnrollmentPlace() {
  return useListPlace({ filters: FILTERS, sorts: SORTS });
}
export type EnrollmentPlace = ReturnType<typeof useEnrollmentPlace>;

/** One page of the list (row E04). */
export function useConfirmations({ search, filters, sort, cursor }: EnrollmentPlace) {
  const query = {
    search: search || undefined,
    status: CONFIRMATION_STATUSES.find((one) => one === filters.status),
    group: CONFIRMATION_GROUPS.find((one) => one === filters.group),
    jenjang: JENJANG.find((one) => one === filters.jenjang),
    sort: sort === SORTS[0] ? undefined : sort,
    limit: String(PAGE_SIZE),
    cursor: cursor ?? undefined,
  };
  return useQuery({
    queryKey: [KEY, 'page', query],
    queryFn: ({ signal }) => callPage<typeof enrollment.listStaffConfirmations>(LIST, { signal, query }),
    placeholderData: (before) => before,
  });
}

/** The four counters under the same search. */
export function useConfirmationSummary({ search, filters }: EnrollmentPlace) {
  const query = {
    search: search || undefined,
    jenjang: JENJANG.find((one) => one === filters.jenjang),
  };
  return useQuery({
    queryKey: [KEY, 'summary', query],
    queryFn: ({ signal }) =>
      call<typeof enrollment.summarizeConfirmations>('GET', `${LIST}/summary`, { signal, query }),
    placeholderData: (before) => before,
  });
}

/** Reads everything anew that shows confirmations. */
export async function refreshConfirmations(client: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: [KEY] }),
    client.invalidateQueries({ queryKey: ['billing'] }),
    client.invalidateQueries({ queryKey: ['dashboard'] }),
  ]);
}

/** 'Konfirmasi' and 'Tolak' (row E05). */
export function useDecision() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ of, body }: { of: Confirmation; body: ConfirmationDecision }) =>
      call<typeof enrollment.decideConfirmation>('PUT', `${LIST}/{id}/status`, {
        params: { id: of.id },
        body,
        headers: seenVersion(of.version),
      }),
    onSuccess: () => refreshConfirmations(client),
    onError: (error) =>
      error instanceof ApiError && (error.status === 409 || error.status === 404)
        ? refreshConfirmations(client)
        : undefined,
  });
}
