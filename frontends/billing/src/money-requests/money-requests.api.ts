import * as requests from '@gerbang/contracts/money-requests';
import type { MoneyRequest } from '@gerbang/contracts/money-requests';
import { MONEY_REQUEST_STATUS_LABELS, MONEY_REQUEST_STATUSES } from '@gerbang/domain/money-requests';
import { call, callPage } from '@gerbang/web-kit/api/client';
import { useMutation, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { changeOf } from '@gerbang/web-kit/api/records';
import { linkedChoice, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { refreshMoney } from '../payment-reversals/payment-reversals.api.ts';
import { copy } from './money-requests.copy.ts';

/** Changes of money that wait for a second person, or were decided; the newest first. */
export const moneyRequests = staffList({
  key: 'money-requests',
  news: true,
  pageSize: 50,
  filters: {
    status: linkedChoice({
      label: copy.statusFilter,
      values: MONEY_REQUEST_STATUSES,
      labels: MONEY_REQUEST_STATUS_LABELS,
    }),
  },
  fields: ['sort'],
  texts: copy,
  download: { path: requests.exportMoneyRequests.path, file: 'persetujuan' },
  read: ({ search: _none, ...query }, signal) => callPage(requests.listMoneyRequests, { signal, query }),
});

/** Agreeing to a request, or withdrawing it. */
export function useRequestDecisions() {
  const client = useQueryClient();
  const onSettled = () => refreshMoney(client);
  return {
    approve: useMutation({
      mutationFn: ({ of, key }: { of: MoneyRequest; key: string }) =>
        call(requests.approveMoneyRequest, {
          params: { id: of.id },
          headers: { 'idempotency-key': key },
          body: {},
        }),
      onSettled,
    }),
    withdraw: useMutation({ mutationFn: changeOf(requests.withdrawMoneyRequest), onSettled }),
  };
}
