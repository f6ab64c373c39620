import type { SchemeCreation } from '@gerbang/contracts/billing.types';
import * as schemes from '@gerbang/contracts/payment-schemes';
import { call } from '@gerbang/web-kit/client';
import { useMutation, useQueryClient } from '@gerbang/web-kit/query-client';
import { refreshBilling } from '../billing.api.ts';

/** Makes a scheme with its invoices; a repeat with the same key makes nothing twice. */
export function useSchemeCreation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: SchemeCreation; key: string }) =>
      call(schemes.createScheme, {
        body,
        headers: { 'idempotency-key': key },
      }),
    onSettled: () => refreshBilling(client),
  });
}
