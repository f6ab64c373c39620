import type {
  InvoicePayment,
  InvoicePaymentCreation,
  InvoicePaymentEdit,
  InvoicePaymentVerification,
  StaffInvoicePaymentCreation,
} from '@gerbang/contracts/billing.types';
import * as payments from '@gerbang/contracts/invoice-payments';
import { ApiError, call } from '@gerbang/web-kit/client';
import { useMutation, useQueryClient } from '@gerbang/web-kit/query-client';
import { seenVersion } from '@gerbang/web-kit/stale';
import { refreshBilling } from '../billing.api.ts';

/** Sends a payment of an invoice with its proof, once. */
export function usePay() {
  const client = useQueryClient();
  const refresh = () => refreshBilling(client);
  const pay = useMutation({
    mutationFn: ({ body, key }: { body: InvoicePaymentCreation; key: string }) =>
      call(payments.payInvoice, {
        body,
        headers: { 'idempotency-key': key },
      }),
    // Paid, waiting or changed elsewhere in the meantime: the invoice is read again as it is.
    onError: (error) =>
      error instanceof ApiError && [404, 409, 422].includes(error.status) ? refresh() : undefined,
  });
  return { pay, refresh };
}

const verifyCall = (of: Pick<InvoicePayment, 'id' | 'version'>, body: InvoicePaymentVerification) =>
  call(payments.verifyInvoicePayment, {
    params: { paymentId: of.id },
    body,
    headers: seenVersion(of.version),
  });

/** The edit went through and the verification did not: what was saved stays saved. */
export class EditedOnly extends Error {}

/** What staff do with payments. After success or failure the area is read again. */
export function usePaymentChanges() {
  const client = useQueryClient();
  const onSettled = () => refreshBilling(client);
  return {
    verify: useMutation({
      mutationFn: ({ of, body }: { of: InvoicePayment; body: InvoicePaymentVerification }) =>
        verifyCall(of, body),
      onSettled,
    }),
    editAndVerify: useMutation({
      mutationFn: async ({ of, body }: { of: InvoicePayment; body: InvoicePaymentEdit | null }) => {
        if (body === null) return verifyCall(of, { action: 'verify' });
        const edited = await call(payments.editInvoicePayment, {
          params: { paymentId: of.id },
          body,
          headers: seenVersion(of.version),
        });
        return verifyCall(edited, { action: 'verify' }).catch((error: unknown) => {
          throw new EditedOnly('saved, not verified', { cause: error });
        });
      },
      onSettled,
    }),
    add: useMutation({
      mutationFn: ({ body, key }: { body: StaffInvoicePaymentCreation; key: string }) =>
        call(payments.addInvoicePayment, {
          body,
          headers: { 'idempotency-key': key },
        }),
      onSettled,
    }),
  };
}
