import * as withdrawals from '@gerbang/contracts/withdrawals';
import { call, type CallInput } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { thenRead } from '@gerbang/web-kit/api/records';

const KEY = 'withdrawal';
/** What a registration that ends takes with it: its seat and slot, its confirmation and what it still owes. */
const ENDS = [
  'registrations',
  'dashboard',
  'seat',
  'slot-choices',
  'confirmations',
  'payment-schemes',
  'invoices',
  'own-refunds',
] as const;

/** Whether an own registration may be taken back, what follows, and how it was. */
export const useWithdrawal = (id: string) =>
  useQuery({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => call(withdrawals.readWithdrawal, { params: { id }, signal }),
  });

/** Takes an own registration back, once for a key. */
export function useLeave(id: string) {
  const settled = thenRead(useReadAgain(KEY, ...ENDS));
  return useMutation({
    mutationFn: ({ key, body }: Pick<CallInput<typeof withdrawals.leave>, 'body'> & { key: string }) =>
      call(withdrawals.leave, { params: { id }, headers: { 'idempotency-key': key }, body }),
    ...settled,
  });
}

/** The same by staff for the family. */
export function useLeaveForFamily(id: string) {
  const onSuccess = useReadAgain(KEY, 'staff-registrations', 'staff-withdrawals');
  return useMutation({
    mutationFn: ({
      key,
      body,
    }: Pick<CallInput<typeof withdrawals.leaveForFamily>, 'body'> & { key: string }) =>
      call(withdrawals.leaveForFamily, { params: { id }, headers: { 'idempotency-key': key }, body }),
    onSuccess,
  });
}

/** Takes an own request back. */
export function useCancelRequest(id: string) {
  const onSettled = useReadAgain(KEY, 'registrations');
  return useMutation({
    mutationFn: () => call(withdrawals.cancelWithdrawal, { params: { id } }),
    onSettled,
  });
}

/** Says that the family did not ask for it. */
export function useObjection(id: string) {
  const onSettled = useReadAgain(KEY, 'own-corrections');
  return useMutation({
    mutationFn: (text: string) => call(withdrawals.objectWithdrawal, { params: { id }, body: { text } }),
    onSettled,
  });
}
