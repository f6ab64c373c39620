import type { InvoicePaymentCreation } from '@gerbang/contracts/billing.types';
import * as payments from '@gerbang/contracts/invoice-payments';
import { ApiError, call } from '@gerbang/web-kit/client';
import { useMutation, useQueryClient } from '@gerbang/web-kit/query-client';
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
