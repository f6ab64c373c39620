import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { useRef } from 'react';
import { takeCashCopy as copy } from '../staff-registrations/registration-detail.copy.ts';
import { useTakeCash } from '../staff-registrations/staff-registrations.api.ts';

/** The address of a fee's receipt. */
const receiptOf = (id: string) => `/api/registrations/${id}/fee-receipt`;

/** Takes the fee in cash; its receipt opens for printing. */
export function TakeCashDialog({
  registration: of,
  onClose,
}: {
  registration: StaffRegistration;
  onClose: () => void;
}) {
  const keyOf = useRepeatKey();
  const receipt = useRef<Window | null>(null);
  const { send, pending } = useDecision(useTakeCash(), {
    done: ({ receipt: number }) => [copy.success, number === null ? copy.follows : copy.done(number)],
    failed: copy.failed,
    onDone: ({ receipt: number }) => {
      if (number === null) receipt.current?.close();
      else receipt.current?.location.replace(receiptOf(of.id));
    },
    onClose,
    onFailure: () => {
      receipt.current?.close();
      onClose();
    },
  });
  return (
    <AlertDialog
      title={copy.title(formatRupiah(of.payment_amount))}
      confirmLabel={copy.take}
      pendingLabel={copy.pending}
      destructive={false}
      pending={pending}
      onConfirm={() => {
        // Opened by the press itself: a browser blocks a window that opens after an answer.
        receipt.current = window.open('', '_blank');
        send({ of, key: keyOf([of.id, of.version]) });
      }}
      onCancel={onClose}
    >
      <p>{copy.text(of.child.full_name)}</p>
    </AlertDialog>
  );
}
