import type { Payer, Registration } from '@gerbang/contracts/admission.types';
import { Button } from '@gerbang/ui/button';
import { Quiet } from '@gerbang/ui/layout';
import { SaveBar } from '@gerbang/ui/save-bar';
import { TextField } from '@gerbang/ui/text-field';
import { FileField } from '@gerbang/web-kit/components/files/file-field';
import { FormFrame } from '@gerbang/web-kit/components/form-frame';
import { parentProof } from '@gerbang/web-kit/files/kinds';
import { useUpload } from '@gerbang/web-kit/files/use-upload';
import { useFamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { z } from '@gerbang/web-kit/form';
import { earlierFile, useKeeping } from '@gerbang/web-kit/payment/use-kept-payment';
import { useDecision } from '@gerbang/web-kit/use-decision';
import { useState } from 'react';
import { useRegistrationChanges } from '../registrations/registrations.api.ts';
import { paymentCopy as copy } from './payment.copy.ts';

const filled = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

const rules = z.object({
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
  const form = useFamilyForm(rules, {
    payment_evidence_url: kept?.payment_evidence_url ?? '',
    bank_name: kept?.bank_name ?? own?.bank_name ?? '',
    bank_account_number: kept?.bank_account_number ?? own?.bank_account_number ?? '',
    bank_account_owner: kept?.bank_account_owner ?? own?.bank_account_owner ?? '',
  });
  const [uploadedAt, setUploadedAt] = useState(kept?.uploaded_at ?? '');
  const onUrl = (url: string) => {
    form.set('payment_evidence_url', url);
    setUploadedAt(url === '' ? '' : String(Date.now()));
  };
  const upload = useUpload(parentProof, onUrl, earlierFile(kept));
  const fileName = upload.state.kind === 'uploaded' ? upload.state.name : null;
  const forget = useKeeping(userId, feeDraft(registration.id), {
    ...form.values,
    payment_evidence_filename: fileName ?? '',
    uploaded_at: uploadedAt,
  });
  const { pay } = useRegistrationChanges();
  const { send, pending } = useDecision(pay, {
    done: [copy.success, copy.updated],
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
  return { form, upload, pending, onSubmit };
}

/** The name of the draft of a registration's fee. */
export const feeDraft = (id: string) => `fee-${id}`;

/** The second step: the proof, the account that it was paid from, the button that sends both. */
export function FeeProofForm({
  proof: { form, upload, pending, onSubmit },
  onBack,
}: {
  proof: ReturnType<typeof useFeeProof>;
  onBack: () => void;
}) {
  const file = form.field('payment_evidence_url');
  return (
    <FormFrame
      form={form}
      onSubmit={onSubmit}
      actions={
        <>
          <Quiet $small>{copy.afterSend}</Quiet>
          <SaveBar>
            <Button variant="secondary" onClick={() => (pending ? undefined : onBack())}>
              {copy.back}
            </Button>
            <Button type="submit" pending={pending} pendingLabel={copy.sending}>
              {copy.send}
            </Button>
          </SaveBar>
        </>
      }
    >
      <FileField id={file.id} error={file.error} upload={upload} />
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
    </FormFrame>
  );
}
