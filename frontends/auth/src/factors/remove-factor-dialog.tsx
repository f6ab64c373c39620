import type { Factor } from '@gerbang/contracts/factors';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import type { FactorChanges } from './factors.api.ts';
import { factorsCopy as copy } from './factors.copy.ts';

/** Asks before a factor is removed; with the last one the second step ends. */
export function RemoveFactorDialog({
  factor,
  last,
  change,
  onClose,
}: {
  factor: Factor;
  last: boolean;
  change: FactorChanges['remove'];
  onClose: () => void;
}) {
  const { send, pending } = useDecision(change, {
    done: [copy.removed, copy.removedText(factor.name)],
    failed: copy.removeFailed,
    onClose,
  });
  return (
    <AlertDialog
      title={copy.removeTitle(factor)}
      confirmLabel={copy.remove}
      pendingLabel={copy.removing}
      pending={pending}
      onConfirm={() => send(factor.id)}
      onCancel={onClose}
    >
      <p>{copy.removeText(factor.name)}</p>
      {last ? <p>{copy.removeLast}</p> : null}
    </AlertDialog>
  );
}
