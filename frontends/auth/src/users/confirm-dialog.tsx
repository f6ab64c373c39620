import type { User } from '@gerbang/contracts/accounts.types';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import type { UserChanges } from './users.api.ts';
import { confirmCopy as copy, usersCopy } from './users.copy.ts';

interface ConfirmProps {
  readonly kind: 'remove' | 'revoke';
  readonly target: User;
  readonly changes: UserChanges;
  readonly onClose: (done: boolean) => void;
}

/** Asks before a user is deleted or thrown out of all devices (accounts §8). */
export function ConfirmDialog({ kind, target, changes, onClose }: ConfirmProps) {
  const removing = kind === 'remove';
  const pending = removing ? changes.remove.isPending : changes.revoke.isPending;
  const failed = (title: string) => (error: Error) => {
    toastFailure(title, error);
    onClose(false);
  };
  const confirm = () => {
    if (removing) {
      changes.remove.mutate(target.id, {
        onSuccess: () => {
          toast(usersCopy.success, usersCopy.deleted);
          onClose(true);
        },
        onError: failed(usersCopy.deleteFailed),
      });
    } else {
      changes.revoke.mutate(target.id, {
        onSuccess: (answer) => {
          toast(usersCopy.success, answer.message);
          onClose(true);
        },
        onError: failed(usersCopy.revokeFailed),
      });
    }
  };

  return (
    <AlertDialog
      isOpen
      title={removing ? copy.deleteTitle : copy.revokeTitle}
      confirmLabel={removing ? usersCopy.remove : usersCopy.revoke}
      pendingLabel={removing ? copy.deletePending : copy.revokePending}
      pending={pending}
      cancelLabel={copy.cancel}
      onConfirm={confirm}
      onCancel={() => onClose(false)}
    >
      <p>{removing ? copy.deleteText : copy.revokeText}</p>
      <p>
        <strong>{target.name?.trim() || usersCopy.noName}</strong> · {target.email}
      </p>
    </AlertDialog>
  );
}
