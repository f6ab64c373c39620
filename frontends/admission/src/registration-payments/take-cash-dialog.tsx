import { getFeeReceipt } from '@gerbang/contracts/papers';
import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Quiet } from '@gerbang/ui/layout';
import type { Seen } from '@gerbang/web-kit/api/records';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { lacksDrawer, NoDrawer } from '@gerbang/web-kit/desk/no-drawer.tsx';
import { PrintDialog } from '@gerbang/web-kit/desk/print-dialog.tsx';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { useState } from 'react';
import { useSchool } from '@gerbang/web-kit/api/school';
import { takeCashCopy as copy } from '../staff-registrations/registration-detail.copy.ts';
import { useTakeCash } from '../staff-registrations/staff-registrations.api.ts';

/** Takes the fee in cash, and prints its receipt. */
export function TakeCashDialog({
  registration: of,
  onTaken,
  onClose,
}: {
  registration: Seen &
    Pick<RegistrationRow, 'payment_amount' | 'fee_asked'> & {
      readonly child: { readonly full_name: string };
    };
  /** The fee is verified. */
  onTaken?: () => void;
  onClose: () => void;
}) {
  const keyOf = useRepeatKey();
  const { data: school } = useSchool();
  const [number, setNumber] = useState<string | null>(null);
  const take = useTakeCash();
  const { send, pending } = useDecision(take, {
    done: ({ receipt }) => [copy.success, receipt === null ? copy.follows : copy.done(receipt)],
    failed: copy.failed,
    onDone: ({ receipt }) => {
      onTaken?.();
      if (receipt === null) onClose();
      else setNumber(receipt);
    },
    onClose: (done) => (done ? undefined : onClose()),
    // A drawer can be opened beside it.
    onFailure: (error) => (lacksDrawer(error) ? undefined : onClose()),
  });
  if (number !== null) {
    return (
      <PrintDialog address={getFeeReceipt.path.replace('{id}', of.id)} number={number} onClose={onClose} />
    );
  }
  return (
    <AlertDialog
      title={copy.title(formatRupiah(of.fee_asked ?? of.payment_amount))}
      confirmLabel={copy.take}
      pendingLabel={copy.pending}
      destructive={false}
      pending={pending}
      onConfirm={() => send({ of, key: keyOf([of.id, of.version]) })}
      onCancel={onClose}
    >
      <p>{(of.fee_asked === undefined ? copy.text : copy.restText)(of.child.full_name)}</p>
      <NoDrawer error={take.error} />
      {school && school.cash_drawers !== true ? <Quiet>{copy.noDrawers}</Quiet> : null}
    </AlertDialog>
  );
}
