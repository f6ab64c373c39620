import { Button } from '@gerbang/ui/button';
import { Quiet } from '@gerbang/ui/layout';
import { SaveBar } from '@gerbang/ui/save-bar';
import { FileField } from '../files/file-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import type { PaymentProof } from './use-payment-proof.ts';
import type { FormEvent, ReactNode } from 'react';
import { paymentStepsCopy as copy } from './payment.copy.ts';
import { PaymentStep } from './payment-step.tsx';

/** The second step of a payment: the proof, the fields beside it, the button that sends both. */
export function ProofStep<F extends string>({
  proof: { form, upload, uploading },
  about,
  pending,
  onSubmit,
  onBack,
  children,
}: {
  proof: Pick<PaymentProof<F>, 'form' | 'upload' | 'uploading'>;
  about: string;
  pending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onBack: () => void;
  /** The fields. */
  children: ReactNode;
}) {
  const file = form.field('payment_evidence_url');
  return (
    <PaymentStep step={2} title={copy.proof} about={about} back={{ label: copy.back, onBack }}>
      <FormFrame
        form={form}
        onSubmit={(event) => {
          if (uploading) event.preventDefault();
          else onSubmit(event);
        }}
        actions={
          <>
            <Quiet $small>{copy.afterSend}</Quiet>
            <SaveBar stacked>
              <Button
                type="submit"
                aria-disabled={uploading || undefined}
                pending={pending}
                pendingLabel={copy.sending}
              >
                {copy.send}
              </Button>
            </SaveBar>
          </>
        }
      >
        <FileField id={file.id} error={file.error} upload={upload} />
        {children}
      </FormFrame>
    </PaymentStep>
  );
}
