import type { Refund } from '@gerbang/contracts/refund-shapes';
import { REFUND_BANKS, REFUND_STATUS_LABELS, REFUND_TONES } from '@gerbang/domain/refunds';
import { StatusTag } from '@gerbang/ui/status-tag';

/** The state of a refund. */
export function RefundTag({ status }: Pick<Refund, 'status'>) {
  return <StatusTag tone={REFUND_TONES[status]}>{REFUND_STATUS_LABELS[status]}</StatusTag>;
}

/** `BCA •••• 6789`. */
export const accountText = ({
  bank_code,
  number,
}: Pick<NonNullable<Refund['account']>, 'bank_code' | 'number'>) => `${REFUND_BANKS[bank_code]} ${number}`;
