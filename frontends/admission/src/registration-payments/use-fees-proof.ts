import type { Payer } from '@gerbang/contracts/registration-payments';
import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { parentProof } from '@gerbang/web-kit/files/kinds';
import { z } from '@gerbang/web-kit/forms/form';
import { usePaymentProof } from '@gerbang/web-kit/payment/use-payment-proof';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useRegistrationChanges } from '../registrations/registrations.api.ts';
import { feeProofRules } from './fee-proof-form.tsx';
import { feesCopy as copy } from './fees.copy.ts';

/** The name of the draft of a payment of several fees. */
export const FEES_DRAFT = 'fees-together';

const rules = z.extend(feeProofRules, { registration_ids: z.string() });
const SEPARATOR = ',';

/**
 * One proof of several fees: which ones they are, the file, and the account that they were paid from, all kept on this device
 * until they are sent. All open fees are chosen at first.
 */
export function useFeesProof({
  userId,
  fees,
  payer,
  kept,
  onSent,
}: {
  userId: string;
  /** The open fees of the account. */
  fees: readonly RegistrationRow[];
  payer: Payer | null;
  kept: Readonly<Record<string, string>> | null;
  onSent: (count: number) => void;
}) {
  const proof = usePaymentProof({
    userId,
    draft: FEES_DRAFT,
    kind: parentProof,
    rules,
    initial: {
      registration_ids: fees.map(({ id }) => id).join(SEPARATOR),
      bank_name: payer?.bank_name ?? '',
      bank_account_number: payer?.bank_account_number ?? '',
      bank_account_owner: payer?.bank_account_owner ?? '',
    },
    kept,
  });
  const { form, fileName, forget } = proof;
  const wanted = form.values.registration_ids.split(SEPARATOR);
  const chosen = fees.filter(({ id }) => wanted.includes(id));
  const { payTogether } = useRegistrationChanges();
  const { send, pending } = useDecision(payTogether, {
    done: ({ registrations }) => [copy.success, copy.sent(registrations.length)],
    shown: true,
    failed: copy.failed,
    onDone: ({ registrations }) => onSent(registrations.length),
    onClose: (done) => {
      if (done) forget();
    },
    onFailure: form.fail,
  });
  const onSubmit = form.onSubmit((values) =>
    send({
      ...values,
      registration_ids: chosen.map(({ id }) => id),
      payment_evidence_filename: fileName,
      payment_status: 'paid',
    }),
  );
  return {
    ...proof,
    pending,
    onSubmit,
    chosen,
    choose: (ids: readonly string[]) => form.set('registration_ids', ids.join(SEPARATOR)),
  };
}
