import * as reversals from '@gerbang/contracts/payment-reversals';
import { call, type CallInput } from '@gerbang/web-kit/api/client';
import { type QueryClient, useMutation, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { refreshBank } from '../bank-statements/bank-statements.api.ts';
import { refreshBilling } from '../billing.api.ts';

interface Sent {
  readonly id: string;
  /** The same for the same content until it is answered. */
  readonly key: string;
}

/** Reads everything again that booked money is shown in. */
export const refreshMoney = (client: QueryClient) =>
  Promise.all([
    refreshBilling(client),
    refreshBank(client),
    client.invalidateQueries({ queryKey: ['money-requests'] }),
  ]);

function useReversal<Variables extends Sent, Data>(send: (sent: Variables) => Promise<Data>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSettled: () => refreshMoney(client) });
}

/** Reverses a verified payment, or asks a second person. */
export const useReverse = () =>
  useReversal((sent: Sent & { body: CallInput<typeof reversals.reverseInvoicePayment>['body'] }) =>
    call(reversals.reverseInvoicePayment, {
      params: { id: sent.id },
      headers: { 'idempotency-key': sent.key },
      body: sent.body,
    }),
  );

/** Takes a booked line of the bank back, or asks a second person. */
export const useRelease = () =>
  useReversal((sent: Sent & { body: CallInput<typeof reversals.releaseBankLine>['body'] }) =>
    call(reversals.releaseBankLine, {
      params: { id: sent.id },
      headers: { 'idempotency-key': sent.key },
      body: sent.body,
    }),
  );
