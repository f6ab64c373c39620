import type { StaffRegistrationRow } from '@gerbang/contracts/staff-registrations';
import { useProofQueue } from '@gerbang/web-kit/desk/use-proof-queue';
import { conflictText } from './conflict-text.ts';
import { paymentActionCopy as copy } from './registration-detail.copy.ts';
import * as api from './staff-registrations.api.ts';

/** The fees of the list whose proofs wait, one after the other. */
export const useFeeQueue = (desk: Parameters<typeof useProofQueue<StaffRegistrationRow>>[0], may: boolean) =>
  useProofQueue<StaffRegistrationRow>(desk, {
    may,
    nameOf: ({ child }) => child.full_name,
    waitingOf: (one) => (one.payment_status === 'paid' ? one : null),
    read: api.readCheck,
    send: ({ check, reason }) =>
      api.verifyCall({
        of: check,
        body:
          reason === null
            ? { payment_status: 'verified' }
            : { payment_status: 'rejected', rejection_reason: reason },
      }),
    refusal: (error) => conflictText(error, { payment_status: 'paid', current_stage: 'registered' }),
    done: [copy.success, copy.updated],
    failed: copy.failed,
    refresh: api.refreshLists,
  });
