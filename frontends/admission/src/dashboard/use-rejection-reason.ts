import * as payments from '@gerbang/contracts/invoice-payments';
import type { FamilyStep } from '@gerbang/domain/family-steps';
import { call } from '@gerbang/web-kit/api/client';
import { useQuery } from '@gerbang/web-kit/api/query-client';

/** The steps with the reason why the payment of an invoice was rejected; it is read from billing only where one was. */
export function useRejectionReason(steps: readonly FamilyStep[]): readonly FamilyStep[] {
  const invoiceId = steps.find(({ kind }) => kind === 'invoice_rejected')?.payment?.invoice_id ?? '';
  const { data } = useQuery({
    queryKey: ['rejected-payment', invoiceId],
    queryFn: ({ signal }) => call(payments.listInvoicePayments, { params: { invoiceId }, signal }),
    enabled: invoiceId !== '',
  });
  const reason = data?.find((one) => one.verification_status === 'rejected')?.rejection_reason ?? null;
  return steps.map((step) => (step.kind === 'invoice_rejected' ? { ...step, reason } : step));
}
