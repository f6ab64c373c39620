import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useSeatChanges } from './seats.api.ts';
import { leaveCopy as copy, seatCopy } from './seats.copy.ts';

/** Asks before a family leaves the waiting list. */
export function LeaveDialog({
  registrationId,
  child,
  onClose,
}: {
  registrationId: string;
  child: string;
  onClose: () => void;
}) {
  const { leave } = useSeatChanges(registrationId);
  const { send, pending } = useDecision(leave, { done: copy.done, failed: copy.failed, onClose });
  return (
    <AlertDialog
      title={copy.title}
      confirmLabel={seatCopy.leave}
      pendingLabel={copy.pending}
      pending={pending}
      onConfirm={() => send(null)}
      onCancel={onClose}
    >
      <p>{copy.text(child)}</p>
      <p>{copy.consequence}</p>
    </AlertDialog>
  );
}
