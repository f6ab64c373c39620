import { Button } from '@gerbang/ui/button';
import { Quiet } from '@gerbang/ui/layout';
import { SaveBar } from '@gerbang/ui/save-bar';
import { FileField } from '../files/file-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import type { PaymentProof } from './use-payment-proof.ts';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { paymentStepsCopy as copy } from './payment.copy.ts';
import { PaymentStep } from './payment-step.tsx';

const Fields = styled.div`
  display: contents;
`;

const FIELD = 'input:not([type=file]), select, textarea';

/** Once a proof has arrived, a thumb goes on in the first field that is empty, unless it is in one already. */
function useNextField(arrived: boolean) {
  const fields = useRef<HTMLDivElement>(null);
  const known = useRef(arrived);
  useEffect(() => {
    const isNew = arrived && !known.current;
    known.current = arrived;
    if (!isNew || !matchMedia('(pointer: coarse)').matches || document.activeElement?.matches(FIELD)) return;
    const inputs = fields.current?.querySelectorAll('input') ?? [];
    [...inputs].find(({ value }) => value === '')?.focus();
  }, [arrived]);
  return fields;
}

/** The second step of a payment: the proof, the fields beside it, the button that sends both. */
export function ProofStep<F extends string>({
  proof: { form, upload, uploading, pending, onSubmit },
  about,
  onBack,
  children,
}: {
  proof: Pick<PaymentProof<F>, 'form' | 'upload' | 'uploading'> & {
    readonly pending: boolean;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  about: string;
  onBack: () => void;
  /** The fields. */
  children: ReactNode;
}) {
  const file = form.field('payment_evidence_url');
  const fields = useNextField(upload.state.kind === 'uploaded');
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
        <Fields ref={fields}>{children}</Fields>
      </FormFrame>
    </PaymentStep>
  );
}
