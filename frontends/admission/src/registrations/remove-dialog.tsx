import type { RegistrationRow } from '@gerbang/contracts/admission.types';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { levelText } from '@gerbang/web-kit/level-text';
import { useRegistrationChanges } from './registrations.api.ts';
import { registrationsCopy, removeRegistrationCopy as copy } from './registrations.copy.ts';

/** Asks before a registration is deleted (admission workflow §2). */
export function RemoveDialog({ row, onClose }: { row: RegistrationRow; onClose: () => void }) {
  const { remove } = useRegistrationChanges();
  const confirm = () =>
    remove.mutate(row.id, {
      onSuccess: () => {
        toast(registrationsCopy.success, registrationsCopy.deleted);
        onClose();
      },
      onError: (error) => {
        toastFailure(registrationsCopy.deleteFailed, error);
        onClose();
      },
    });
  return (
    <AlertDialog
      isOpen
      title={copy.title}
      confirmLabel={registrationsCopy.remove}
      pendingLabel={copy.pending}
      pending={remove.isPending}
      cancelLabel={copy.cancel}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{copy.text}</p>
      <p>
        <strong>{row.child.full_name}</strong> · {levelText(row.jenjang, row.kelas)} ·{' '}
        {row.registration_number}
      </p>
      <p>{copy.consequence}</p>
    </AlertDialog>
  );
}
