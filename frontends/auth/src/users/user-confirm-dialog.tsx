import { shownEmail } from '@gerbang/domain/users';
import type { User } from '@gerbang/contracts/users';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import type { UserChanges } from './users.api.ts';
import { confirmCopy as copy, usersCopy } from './users.copy.ts';

interface ConfirmProps {
  readonly kind: 'remove' | 'revoke';
  readonly target: User;
  readonly changes: UserChanges;
  readonly onClose: (done: boolean) => void;
}

/** Asks before a user is deleted or logged out on all devices. */
export function UserConfirmDialog({ kind, target, changes, onClose }: ConfirmProps) {
  const removing = kind === 'remove';
  const remove = useDecision(changes.remove, {
    done: [usersCopy.success, usersCopy.deleted],
    failed: usersCopy.deleteFailed,
    onClose,
  });
  const revoke = useDecision(changes.revoke, {
    done: ({ message }) => [usersCopy.success, message],
    failed: usersCopy.revokeFailed,
    onClose,
  });
  const { send, pending } = removing ? remove : revoke;

  return (
    <AlertDialog
      title={removing ? copy.deleteTitle : copy.revokeTitle}
      confirmLabel={removing ? usersCopy.remove : usersCopy.revoke}
      pendingLabel={removing ? copy.deletePending : copy.revokePending}
      pending={pending}
      onConfirm={() => send(target.id)}
      onCancel={() => onClose(false)}
    >
      <p>{removing ? copy.deleteText : copy.revokeText}</p>
      <p>
        <strong>{target.name?.trim() || usersCopy.noName}</strong> · {shownEmail(target.email)}
      </p>
    </AlertDialog>
  );
}
