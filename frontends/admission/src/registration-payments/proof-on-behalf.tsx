import type { StaffRegistration } from '@gerbang/contracts/admission.types';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { ApiError } from '@gerbang/web-kit/client';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { useId, useState } from 'react';
import { failureText } from '@gerbang/web-kit/failure-text';
import { FileField } from '@gerbang/web-kit/components/files/file-field';
import { staffProof } from '@gerbang/web-kit/files/kinds';
import { useUpload } from '@gerbang/web-kit/files/use-upload';
import { paymentActionCopy as copy } from '../staff-registrations/registration-detail.copy.ts';
import { useStaffChanges } from '../staff-registrations/staff-registrations.api.ts';

/** cs and admin send a proof that a family handed them, image or PDF (admission workflow §2; row C18). */
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
  const send = () => {
    if (state.kind !== 'uploaded') {
      setAsked(true);
      document.getElementById(id)?.focus();
      return;
    }
    prove.mutate(
      {
        of: registration,
        body: {
          payment_evidence_url: state.url,
          payment_evidence_filename: state.name,
          payment_status: 'paid',
        },
      },
      {
        onSuccess: () => {
          toast(copy.success, copy.proofSent);
          onClose();
        },
        onError: (error) => {
          toastFailure(copy.proofFailed, failureText(error, copy.proofFailed));
          if (!(error instanceof ApiError) || error.status !== 409) return;
          onConflict(error);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={copy.onBehalfTitle} isOpen dismissable={false} onClose={onClose}>
      <p>{registration.child.full_name}</p>
      <FileField
        id={id}
        error={asked && state.kind !== 'uploaded' ? copy.proofRequired : undefined}
        upload={upload}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {copy.cancel}
        </Button>
        <Button pending={prove.isPending} pendingLabel={copy.sending} onClick={send}>
          {copy.send}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
