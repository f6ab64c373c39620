import type { Registration } from '@gerbang/contracts/admission.types';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { paymentCopy as copy } from './payment.copy.ts';
import { useRegistrationChanges } from '../registrations/registrations.api.ts';

/** Asks before the proof is taken back, which sets the payment to 'Belum Bayar' (admission workflow §4). */
export function RemoveProofDialog({
  registration,
  onClose,
}: {
  registration: Registration;
  onClose: () => void;
}) {
  const { pay } = useRegistrationChanges();
  const confirm = () =>
    pay.mutate(
      { of: registration, body: { payment_status: 'pending' } },
      {
        onSuccess: () => {
          toast(copy.success, copy.updated);
          onClose();
        },
        onError: (error) => {
          toastFailure(copy.updateFailed, error);
          onClose();
        },
      },
    );
  return (
    <AlertDialog
      isOpen
      title={copy.removeTitle}
      confirmLabel={copy.removeProof}
      pendingLabel={copy.removePending}
      pending={pay.isPending}
      cancelLabel={copy.cancel}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{copy.removeText}</p>
    </AlertDialog>
  );
}
