import type { Confirmation, ConfirmationDecision } from '@gerbang/contracts/billing.types';
import * as enrollment from '@gerbang/contracts/enrollment-confirmations';
import { CONFIRMATION_GROUPS, CONFIRMATION_STATUSES } from '@gerbang/domain/enrollment-confirmations';
import { JENJANG } from '@gerbang/domain/levels';
import { ApiError, call } from '@gerbang/web-kit/client';
import { useListState } from '@gerbang/web-kit/list-state';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/query-client';
import { seenVersion } from '@gerbang/web-kit/stale';
import { refreshBilling, useStaffConfirmations } from '../billing.api.ts';

export const PAGE_SIZE = 10;

export const SORTS = ['-submitted_at', 'submitted_at', '-updated_at', 'updated_at'] as const;
const among = (values: readonly string[]) => (text: string) => values.includes(text);
const FILTERS = {
  status: among(CONFIRMATION_STATUSES),
  group: among(CONFIRMATION_GROUPS),
  jenjang: among(JENJANG),
};

/** State of the list; its names in the address are those of the call. */
export function useEnrollmentPlace() {
  return useListState({ filters: FILTERS, sorts: SORTS });
}
export type EnrollmentPlace = ReturnType<typeof useEnrollmentPlace>;

/** One page of the list. */
export function useConfirmations({ search, filters, sort, cursor }: EnrollmentPlace) {
  return useStaffConfirmations({
    search: search || undefined,
    status: CONFIRMATION_STATUSES.find((one) => one === filters.status),
    group: CONFIRMATION_GROUPS.find((one) => one === filters.group),
    jenjang: JENJANG.find((one) => one === filters.jenjang),
    sort: sort === SORTS[0] ? undefined : sort,
    limit: String(PAGE_SIZE),
    cursor: cursor ?? undefined,
  });
}

/** The four counters under the same search. */
export function useConfirmationSummary({ search, filters }: EnrollmentPlace) {
  const query = {
    search: search || undefined,
    jenjang: JENJANG.find((one) => one === filters.jenjang),
  };
  return useQuery({
    queryKey: ['confirmations', 'summary', query],
    queryFn: ({ signal }) => call(enrollment.summarizeConfirmations, { signal, query }),
    placeholderData: (before) => before,
  });
}

/** 'Konfirmasi' and 'Tolak'. */
export function useDecision() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ of, body }: { of: Confirmation; body: ConfirmationDecision }) =>
      call(enrollment.decideConfirmation, {
        params: { id: of.id },
        body,
        headers: seenVersion(of.version),
      }),
    onSuccess: () => refreshBilling(client),
    onError: (error) =>
      error instanceof ApiError && (error.status === 409 || error.status === 404)
        ? refreshBilling(client)
        : undefined,
  });
}
