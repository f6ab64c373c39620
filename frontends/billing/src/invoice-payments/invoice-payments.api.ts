import type { InvoicePayment, InvoicePaymentEdit } from '@gerbang/contracts/invoice-payments';
import * as payments from '@gerbang/contracts/invoice-payments';
import { checkInvoiceProof } from '@gerbang/contracts/proof-checks';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { changeOf, creationOf, thenRead } from '@gerbang/web-kit/api/records';
import { refreshBilling } from '../billing.api.ts';

/** Sends a payment of an invoice with its proof, once. */
export function usePay() {
  const client = useQueryClient();
  const refresh = () => refreshBilling(client);
  // What was sent is shown before the lists are read again.
  const { onError } = thenRead(refresh);
  const pay = useMutation({ mutationFn: creationOf(payments.payInvoice), onError });
  return { pay, refresh };
}

/** What a proof is compared with; it holds no personal numbers, so it may be read ahead. */
export const readCheck = (paymentId: string, signal: AbortSignal) =>
  call(checkInvoiceProof, { params: { paymentId }, signal });

/** Outlives the page: a decision that has left is never cut off. */
export const verifyCall = changeOf(payments.verifyInvoicePayment, { keepalive: true });
const edit = changeOf(payments.editInvoicePayment);

/** The edit went through and the verification did not: what was saved stays saved. */
export class EditedOnly extends Error {}

/** What staff do with payments. After success or failure the area is read again. */
export function usePaymentChanges() {
  const client = useQueryClient();
  const onSettled = () => refreshBilling(client);
  return {
    verify: useMutation({ mutationFn: verifyCall, onSettled }),
    editAndVerify: useMutation({
      mutationFn: async ({ of, body }: { of: InvoicePayment; body: InvoicePaymentEdit | null }) => {
        const verified = { body: { action: 'verify' } } as const;
        if (body === null) return verifyCall({ of, ...verified });
        const edited = await edit({ of, body });
        return verifyCall({ of: edited, ...verified }).catch((error: unknown) => {
          throw new EditedOnly('saved, not verified', { cause: error });
        });
      },
      onSettled,
    }),
    add: useMutation({ mutationFn: creationOf(payments.addInvoicePayment), onSettled }),
  };
}
