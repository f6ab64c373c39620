import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import type { FactorChanges } from './factors.api.ts';
import { factorsCopy as copy } from './factors.copy.ts';

/** Asks before the recovery codes are made anew: those that were kept no longer count. */
export function RenewCodesDialog({
  change,
  onDone,
  onClose,
}: {
  change: FactorChanges['renewCodes'];
  onDone: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const renew = () =>
    change.mutate(undefined, {
      onSuccess: ({ recovery_codes: codes }) => onDone(codes),
      onError: (error) => toastFailure(copy.renewFailed, error),
    });
  return (
    <AlertDialog
      title={copy.renewTitle}
      confirmLabel={copy.renew}
      pendingLabel={copy.renewing}
      pending={change.isPending}
      onConfirm={renew}
      onCancel={onClose}
    >
      <p>{copy.renewText}</p>
    </AlertDialog>
  );
}
