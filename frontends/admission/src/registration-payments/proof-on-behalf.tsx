import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { Dialog } from '@gerbang/ui/dialog';
import { useDecision, failureText } from '@gerbang/web-kit/api/use-decision';
import { useId, useState } from 'react';
import { FileField } from '@gerbang/web-kit/files/file-field.tsx';
import { staffProof } from '@gerbang/web-kit/files/kinds';
import { useUpload } from '@gerbang/web-kit/files/use-upload';
import { paymentActionCopy as copy } from '../staff-registrations/registration-detail.copy.ts';
import { useStaffChanges } from '../staff-registrations/staff-registrations.api.ts';

/** Customer service and administrators send a proof that a family handed them, as an image or a PDF. */
export function ProofOnBehalf({
  registration,
  onConflict,
  onClose,
}: {
  registration: StaffRegistration;
  onConflict: (error: unknown) => void;
  onClose: () => void;
}) {
  const id = useId();
  const [asked, setAsked] = useState(false);
  const upload = useUpload(staffProof, () => setAsked(false));
  const { prove } = useStaffChanges();
  const { state } = upload;
  const decision = useDecision(prove, {
    done: [copy.success, copy.proofSent],
    failed: copy.proofFailed,
    failureText: (error) => failureText(error, copy.proofFailed),
    onConflict,
    onClose,
    onFailure: () => undefined,
  });
  const send = () => {
    if (state.kind !== 'uploaded') {
      setAsked(true);
      document.getElementById(id)?.focus();
      return;
    }
    decision.send({
      of: registration,
      body: {
        payment_evidence_url: state.url,
        payment_evidence_filename: state.name,
        payment_status: 'paid',
      },
    });
  };
  return (
    <Dialog title={copy.onBehalfTitle} dismissable={false} onClose={onClose}>
      <p>{registration.child.full_name}</p>
      <FileField
        id={id}
        error={asked && state.kind !== 'uploaded' ? copy.proofRequired : undefined}
        upload={upload}
      />
      <FormActions
        label={copy.send}
        pending={decision.pending}
        pendingLabel={copy.sending}
        onCancel={onClose}
        onClick={send}
      />
    </Dialog>
  );
}
