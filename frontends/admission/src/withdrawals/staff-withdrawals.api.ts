import { decideWithdrawal, exportWithdrawals, listWithdrawals } from '@gerbang/contracts/withdrawals';
import { WITHDRAWAL_LABELS, WITHDRAWAL_STATUSES } from '@gerbang/domain/withdrawals';
import { call, callPage } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { changeOf } from '@gerbang/web-kit/api/records';
import { ACADEMIC_YEAR, choice, LEVEL, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { withdrawalsCopy as copy } from './staff-withdrawals.copy.ts';

const KEY = 'staff-withdrawals';

/** Families that left or ask to. */
export const withdrawals = staffList({
  key: KEY,
  news: true,
  pageSize: 50,
  filters: {
    status: choice({
      label: copy.status,
      every: copy.everyStatus,
      values: WITHDRAWAL_STATUSES,
      labels: WITHDRAWAL_LABELS,
    }),
    jenjang: LEVEL,
    year: ACADEMIC_YEAR,
  },
  fields: ['status', 'jenjang', 'sort'],
  queues: [{ status: 'requested' }],
  texts: copy,
  download: { path: exportWithdrawals.path, file: 'pengunduran-diri' },
  read: (query, signal) => callPage(listWithdrawals, { signal, query }),
});

/** Those of one registration, the newest first. */
export const useWithdrawalsOf = (registrationId: string) =>
  useQuery({
    queryKey: [KEY, 'of', registrationId],
    queryFn: ({ signal }) => call(listWithdrawals, { query: { registration_id: registrationId }, signal }),
  });

/** Agrees to a request or refuses it. */
export function useDecide() {
  return useMutation({
    mutationFn: changeOf(decideWithdrawal),
    onSettled: useReadAgain(KEY, 'staff-registrations'),
  });
}
