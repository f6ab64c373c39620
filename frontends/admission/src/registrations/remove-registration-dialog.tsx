import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { levelText } from '@gerbang/web-kit/page/format';
import { useRegistrationChanges } from './registrations.api.ts';
import { registrationsCopy, removeRegistrationCopy as copy } from './registrations.copy.ts';

/** Asks before a registration is deleted. */
export function RemoveRegistrationDialog({ row, onClose }: { row: RegistrationRow; onClose: () => void }) {
  const { remove } = useRegistrationChanges();
  const { send, pending } = useDecision(remove, {
    done: [registrationsCopy.success, registrationsCopy.deleted],
    failed: registrationsCopy.deleteFailed,
    onClose,
  });
  return (
    <AlertDialog
      title={copy.title}
      confirmLabel={registrationsCopy.remove}
      pendingLabel={copy.pending}
      pending={pending}
      onConfirm={() => send(row.id)}
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
