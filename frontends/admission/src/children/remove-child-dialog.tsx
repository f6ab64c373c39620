import type { ChildRow } from '@gerbang/contracts/children';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { useDecision, failureText } from '@gerbang/web-kit/api/use-decision';
import { useChildChanges } from './children.api.ts';
import { childrenCopy, removeChildCopy as copy } from './children.copy.ts';

/** Asks before a child is deleted; the server says why one cannot be. */
export function RemoveChildDialog({ child, onClose }: { child: ChildRow; onClose: (done: boolean) => void }) {
  const { remove } = useChildChanges();
  const { send, pending } = useDecision(remove, {
    done: [childrenCopy.success, childrenCopy.deleted],
    failed: childrenCopy.failure,
    failureText: (error) => failureText(error, childrenCopy.deleteFailed),
    onClose,
  });
  return (
    <AlertDialog
      title={copy.title}
      confirmLabel={childrenCopy.remove}
      pendingLabel={copy.pending}
      pending={pending}
      onConfirm={() => send(child.id)}
      onCancel={() => onClose(false)}
    >
      <p>{copy.text}</p>
      <p>
        <strong>{child.full_name}</strong>
      </p>
      <p>{copy.consequence}</p>
    </AlertDialog>
  );
}
