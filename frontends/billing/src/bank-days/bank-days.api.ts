import * as days from '@gerbang/contracts/bank-days';
import { call, type CallOutput } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';

const KEY = 'bank-days';

export type BankDay = CallOutput<typeof days.listBankDays>[number];

/** The days of a month (`YYYY-MM`) on which the bank booked something. */
export function useBankDays(month: string) {
  return useQuery({
    queryKey: [KEY, month],
    queryFn: ({ signal }) => call(days.listBankDays, { signal, query: { month } }),
    refetchOnMount: 'always',
  });
}

/** Closes a day that is settled. */
export function useCloseDay() {
  return useMutation({
    mutationFn: ({ account_key: account, day }: Pick<BankDay, 'account_key' | 'day'>) =>
      call(days.closeBankDay, { params: { account, day } }),
    onSettled: useReadAgain(KEY),
  });
}
