import * as enrollment from '@gerbang/contracts/enrollment-confirmations';
import {
  CONFIRMATION_GROUP_LABELS,
  CONFIRMATION_GROUPS,
  CONFIRMATION_STATUSES,
  STAFF_CONFIRMATION_LABELS,
} from '@gerbang/domain/enrollment-confirmations';
import { ApiError, call, callPage, type CallInput } from '@gerbang/web-kit/api/client';
import { useMutation, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { changeOf } from '@gerbang/web-kit/api/records';
import { ACADEMIC_YEAR, choice, LEVEL, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { refreshBilling } from '../billing.api.ts';
import { copy } from './staff-enrollment.copy.ts';

/** The confirmations of all families. The group is set by its counter. */
export const staffConfirmations = staffList({
  key: 'confirmations',
  news: true,
  pageSize: 50,
  filters: {
    status: choice({
      label: copy.statusFilter,
      every: copy.everyStatus,
      values: CONFIRMATION_STATUSES,
      labels: STAFF_CONFIRMATION_LABELS,
    }),
    group: choice({ label: copy.group, values: CONFIRMATION_GROUPS, labels: CONFIRMATION_GROUP_LABELS }),
    jenjang: LEVEL,
    academic_year: ACADEMIC_YEAR,
  },
  fields: ['status', 'jenjang', 'sort'],
  // What waits for a decision, and what for its scheme.
  queues: [{ group: 'waiting' }, { group: 'confirmed' }],
  texts: copy,
  refresh: refreshBilling,
  download: { path: enrollment.exportConfirmations.path, file: 'daftar-ulang' },
  read: (query, signal) => callPage(enrollment.listStaffConfirmations, { signal, query }),
});

/** How many there are in each group. */
export const readSummary = (
  query: CallInput<typeof enrollment.summarizeConfirmations>['query'],
  signal: AbortSignal,
) => call(enrollment.summarizeConfirmations, { signal, query });

/** 'Konfirmasi' and 'Tolak'. */
export function useDecideConfirmation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeOf(enrollment.decideConfirmation),
    onSuccess: () => refreshBilling(client),
    onError: (error) =>
      error instanceof ApiError && (error.status === 409 || error.status === 404)
        ? refreshBilling(client)
        : undefined,
  });
}
