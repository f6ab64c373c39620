import type { StaffInvoice } from '@gerbang/contracts/invoices';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { useProofQueue } from '@gerbang/web-kit/desk/use-proof-queue';
import { readCheck, verifyCall } from '../invoice-payments/invoice-payments.api.ts';
import { dialogCopy as copy } from './staff-invoices.copy.ts';

/** The payments of the list whose proofs wait, one after the other. */
export const usePaymentQueue = (desk: Parameters<typeof useProofQueue<StaffInvoice>>[0], may: boolean) =>
  useProofQueue<StaffInvoice>(desk, {
    may,
    nameOf: ({ child_name }) => child_name,
    waitingOf: ({ waiting_payment: payment }) => payment,
    read: readCheck,
    send: ({ check, reason }) =>
      verifyCall({
        of: check,
        body: reason === null ? { action: 'verify' } : { action: 'reject', rejection_reason: reason },
      }),
    refusal: (error) => refusalText(error, copy.verifyFailed),
    done: [copy.success, copy.verified],
    failed: copy.verifyFailed,
  });
