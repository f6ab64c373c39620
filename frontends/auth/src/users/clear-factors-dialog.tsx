import type { User } from '@gerbang/contracts/users';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import type { UserChanges } from './users.api.ts';
import { clearFactorsCopy as copy, usersCopy } from './users.copy.ts';

/** Clears the second step of an account, with a reason; an administrator's when a second one asks for it too. */
export function ClearFactorsDialog({
  target,
  changes,
  onWaits,
  onClose,
}: {
  target: User;
  changes: UserChanges;
  /** It is asked for and waits for a second administrator. */
  onWaits: (text: string) => void;
  onClose: () => void;
}) {
  const who = target.name?.trim() || target.email;
  const { send, pending } = useDecision(changes.clearFactors, {
    done: (waiting) => (waiting ? [copy.waiting, waiting.message] : [usersCopy.success, copy.cleared]),
    onDone: (waiting) => {
      if (waiting) onWaits(waiting.message);
    },
    failed: copy.failed,
    onClose,
    onFailure: () => undefined,
  });
  return (
    <ReasonDialog
      title={usersCopy.clearFactors}
      lead={target.role === 'admin' ? `${copy.lead(who)} ${copy.ofAdmin}` : copy.lead(who)}
      label={copy.reason}
      hint={copy.hint}
      required={copy.required}
      action={usersCopy.clearFactors}
      maxLength={500}
      pending={pending}
      pendingLabel={copy.pending}
      onSend={(reason) => send({ id: target.id, reason })}
      onClose={onClose}
    />
  );
}
