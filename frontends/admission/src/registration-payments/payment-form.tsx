import type { Registration } from '@gerbang/contracts/admission.types';
import { Quiet } from '@gerbang/ui/layout';
import { TextField } from '@gerbang/ui/text-field';
import { z } from '@gerbang/web-kit/form';
import { DraftOffer } from '@gerbang/web-kit/components/draft-offer';
import { FormActions } from '@gerbang/web-kit/components/form-actions';
import { FormFrame } from '@gerbang/web-kit/components/form-frame';
import { useTextForm } from '@gerbang/web-kit/text-form';
import { useDecision } from '@gerbang/web-kit/use-decision';
import { FileField } from '@gerbang/web-kit/components/files/file-field';
import { parentProof } from '@gerbang/web-kit/files/kinds';
import { useUpload } from '@gerbang/web-kit/files/use-upload';
import { useFormDraft } from '@gerbang/web-kit/use-form-draft';
import { paymentCopy as copy } from './payment.copy.ts';
import { useRegistrationChanges } from '../registrations/registrations.api.ts';

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

/** The proof and the account that it was paid from. */
export function PaymentForm({
  registration,
  onDone,
  onCancel,
}: {
  registration: Registration;
  onDone: () => void;
  onCancel: () => void;
}) {
  const form = useTextForm(rules, {
    payment_evidence_url: '',
    bank_name: registration.bank_name ?? '',
    bank_account_number: registration.bank_account_number ?? '',
    bank_account_owner: registration.bank_account_owner ?? '',
  });
  const upload = useUpload(parentProof, (url) => form.set('payment_evidence_url', url));
  const { draft, resume } = useFormDraft(form, {
    name: `payment-${registration.id}`,
    keep: ['bank_name', 'bank_account_number', 'bank_account_owner'],
    upload,
  });
  const { pay } = useRegistrationChanges();
  const proof = form.field('payment_evidence_url');

  const decision = useDecision(pay, {
    done: [copy.success, copy.updated],
    failed: copy.updateFailed,
    onClose: () => {
      draft.forget();
      onDone();
    },
    onFailure: form.fail,
  });
  const send = form.onSubmit((values) =>
    decision.send({
      of: registration,
      body: {
        ...values,
        payment_amount: registration.payment_amount,
        payment_evidence_filename: upload.state.kind === 'uploaded' ? upload.state.name : null,
        payment_status: 'paid',
      },
    }),
  );

  return (
    <FormFrame
      form={form}
      kept="proof"
      onSubmit={send}
      actions={
        <>
          <Quiet $small>{copy.afterSend}</Quiet>
          <FormActions
            label={copy.send}
            pending={decision.pending}
            pendingLabel={copy.sending}
            onCancel={onCancel}
          />
        </>
      }
    >
      <DraftOffer draft={draft} onResume={resume} />
      <FileField id={proof.id} error={proof.error} upload={upload} />
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
