import type { Payer } from '@gerbang/contracts/registration-payments';
import type { Registration } from '@gerbang/contracts/registrations';
import { TextField } from '@gerbang/ui/text-field';
import { parentProof } from '@gerbang/web-kit/files/kinds';
import { z } from '@gerbang/web-kit/forms/form';
import { usePaymentProof } from '@gerbang/web-kit/payment/use-payment-proof';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import type { ComponentProps } from 'react';
import { useRegistrationChanges } from '../registrations/registrations.api.ts';
import { paymentCopy as copy } from './payment.copy.ts';

const filled = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

export const feeProofRules = z.object({
  payment_evidence_url: z.string().check(z.minLength(1, copy.proofRequired)),
  bank_name: filled(copy.bankNameRequired),
  bank_account_number: filled(copy.accountNumberRequired).check(
    z.refine(
      (typed) => typed === '' || /^[0-9]{5,30}$/u.test(typed.replace(/[\s.-]/gu, '')),
      copy.accountNumberForm,
    ),
  ),
  bank_account_owner: filled(copy.accountOwnerRequired),
});

/**
 * The proof and the account that it was paid from, both kept on this device until they are sent. The account begins
 * with this registration's, else with the one of the family's last proof.
 */
export function useFeeProof({
  userId,
  registration,
  payer,
  kept,
  onSent,
}: {
  userId: string;
  registration: Registration;
  payer: Payer | null;
  /** What this device has kept of the form. */
  kept: Readonly<Record<string, string>> | null;
  onSent: () => void;
}) {
  const own = registration.bank_account_number === null ? payer : registration;
  const proof = usePaymentProof({
    userId,
    draft: feeDraft(registration.id),
    kind: parentProof,
    rules: feeProofRules,
    initial: {
      bank_name: own?.bank_name ?? '',
      bank_account_number: own?.bank_account_number ?? '',
      bank_account_owner: own?.bank_account_owner ?? '',
    },
    kept,
  });
  const { form, fileName, forget } = proof;
  const { pay } = useRegistrationChanges();
  const { send, pending } = useDecision(pay, {
    done: [copy.success, copy.updated],
    shown: true,
    failed: copy.updateFailed,
    onClose: () => {
      forget();
      onSent();
    },
    onFailure: form.fail,
  });
  const onSubmit = form.onSubmit((values) =>
    send({
      of: registration,
      body: {
        ...values,
        payment_amount: registration.payment_amount,
        payment_evidence_filename: fileName,
        payment_status: 'paid',
      },
    }),
  );
  return { ...proof, pending, onSubmit };
}

/** The name of the draft of a registration's fee. */
export const feeDraft = (id: string) => `fee-${id}`;

export type PayerField = 'bank_name' | 'bank_account_number' | 'bank_account_owner';

/** What is asked beside the proof: the account that it was paid from. */
export function FeeProofFields({
  form,
}: {
  form: { readonly field: (name: PayerField) => Omit<ComponentProps<typeof TextField>, 'label'> };
}) {
  return (
    <>
      <TextField
        {...form.field('bank_account_owner')}
        label={copy.accountOwner}
        autoComplete="name"
        maxLength={100}
      />
      <TextField
        {...form.field('bank_account_number')}
        label={copy.accountNumber}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
      />
      <TextField
        {...form.field('bank_name')}
        label={copy.bankName}
        hint={copy.bankNameHint}
        autoComplete="off"
        maxLength={100}
      />
    </>
  );
}
