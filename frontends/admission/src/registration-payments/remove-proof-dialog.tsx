import type { Registration } from '@gerbang/contracts/admission.types';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { useDecision } from '@gerbang/web-kit/use-decision';
import { paymentCopy as copy } from './payment.copy.ts';
import { useRegistrationChanges } from '../registrations/registrations.api.ts';

/** Asks before the proof is removed, which sets the payment back to 'Belum Bayar'. */
export function RemoveProofDialog({
  registration,
  onClose,
}: {
  registration: Registration;
  onClose: () => void;
}) {
  const { pay } = useRegistrationChanges();
  const { send, pending } = useDecision(pay, {
    done: [copy.success, copy.updated],
    failed: copy.updateFailed,
    onClose,
  });
  return (
    <AlertDialog
      isOpen
      title={copy.removeTitle}
      confirmLabel={copy.removeProof}
      pendingLabel={copy.removePending}
      pending={pending}
      onConfirm={() => send({ of: registration, body: { payment_status: 'pending' } })}
      onCancel={onClose}
    >
      <p>{copy.removeText}</p>
    </AlertDialog>
  );
}
