import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useChoosing } from './choices.api.ts';
import { choicesCopy as copy } from './choices.copy.ts';

/** Asks before a family gives its slot back. */
export function GiveUp({ id, onClose }: { id: string; onClose: () => void }) {
  const { send, pending } = useDecision(useChoosing(id).giveUp, {
    done: copy.givenUp,
    failed: copy.giveUpFailed,
    onClose,
  });
  return (
    <AlertDialog
      title={copy.giveUpTitle}
      confirmLabel={copy.giveUp}
      pendingLabel={copy.choosing}
      pending={pending}
      onConfirm={() => send(undefined)}
      onCancel={onClose}
    >
      {copy.giveUpText}
    </AlertDialog>
  );
}
