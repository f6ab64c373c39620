import * as refunds from '@gerbang/contracts/own-refunds';
import { call, type CallInput } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';

const KEY = ['own-refunds'];

/** The family's own refunds, the newest first. */
export const useOwnRefunds = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(refunds.listOwnRefunds, { signal }) });

type Account = CallInput<typeof refunds.setRefundAccount>['body'];

/** Says where a refund goes. */
export function useRefundAccount(id: string) {
  const onSettled = useReadAgain(KEY);
  return useMutation({
    mutationFn: (body: Account) => call(refunds.setRefundAccount, { params: { id }, body }),
    onSettled,
  });
}

/** Says that the amount of a refund is wrong. */
export function useRefundObjection(id: string) {
  const onSettled = useReadAgain(KEY);
  return useMutation({
    mutationFn: (text: string) => call(refunds.objectRefund, { params: { id }, body: { text } }),
    onSettled,
  });
}
