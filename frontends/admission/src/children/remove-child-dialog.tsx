import type { ChildRow } from '@gerbang/contracts/admission.types';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { failureText } from '@gerbang/web-kit/failure-text';
import { useChildChanges } from './children.api.ts';
import { childrenCopy, removeChildCopy as copy } from './children.copy.ts';

/** Asks before a child is deleted; why it cannot be is the server's to say (admission workflow §2; decisions, Family). */
export function RemoveChildDialog({ child, onClose }: { child: ChildRow; onClose: (done: boolean) => void }) {
  const { remove } = useChildChanges();
  const confirm = () =>
    remove.mutate(child.id, {
      onSuccess: () => {
        toast(childrenCopy.success, childrenCopy.deleted);
        onClose(true);
      },
      onError: (error) => {
        toastFailure(childrenCopy.failure, failureText(error, childrenCopy.deleteFailed));
        onClose(false);
      },
    });
  return (
    <AlertDialog
      isOpen
      title={copy.title}
      confirmLabel={childrenCopy.remove}
      pendingLabel={copy.pending}
      pending={remove.isPending}
      cancelLabel={copy.cancel}
      onConfirm={confirm}
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
