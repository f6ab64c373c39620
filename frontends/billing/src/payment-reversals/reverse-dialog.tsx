import type { InvoicePayment } from '@gerbang/contracts/invoice-payments';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { keepsMoney, mayReverseAlone, type ReversalCause } from '@gerbang/domain/payment-reversals';
import { useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { formatDayText, formatRupiah } from '@gerbang/web-kit/page/format';
import { useState } from 'react';
import { useReverse } from './payment-reversals.api.ts';
import { copy } from './payment-reversals.copy.ts';
import { ReversalDialog } from './reversal-dialog.tsx';

/** Reverses a verified payment. */
export function ReverseDialog({
  payment,
  number,
  onClose,
}: {
  payment: InvoicePayment;
  /** Of the invoice. */
  number: string;
  onClose: () => void;
}) {
  const [cause, setCause] = useState<ReversalCause | null>(null);
  const [today] = useState(() => jakartaDay(new Date()));
  const keyOf = useRepeatKey();
  const { amount_paid: amount, receipt_number: receipt, verified_at: at, version } = payment;
  const money = payment.from_bank
    ? copy.toLine
    : cause !== null && (keepsMoney(cause) ? copy.toUnapplied : copy.gone);
  const alone = mayReverseAlone([{ amount, verifiedOn: at === null ? '' : jakartaDay(new Date(at)) }], {
    today,
    reversed: 0,
  });
  return (
    <ReversalDialog
      title={copy.reverse}
      lead={`${number} · ${formatRupiah(amount)} · ${formatDayText(payment.payment_date)}`}
      action={copy.reverse}
      cause={cause}
      onCause={setCause}
      follows={[
        copy.owesAgain(number, formatRupiah(amount)),
        ...(receipt === null ? [] : [copy.receiptRevoked(receipt)]),
        ...(money === false ? [] : [money]),
        copy.booksStay,
        copy.told,
      ]}
      agrees={alone ? copy.alone : copy.second}
      change={useReverse()}
      done={copy.reversed}
      sentOf={(reason) =>
        cause === null
          ? null
          : { id: payment.id, key: keyOf([payment.id, reason, cause]), body: { reason, cause, version } }
      }
      onClose={onClose}
    />
  );
}
