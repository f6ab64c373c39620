import type { Refund } from '@gerbang/contracts/refund-shapes';
import { REFUND_BANKS, REFUND_STATUS_LABELS, type RefundStatus } from '@gerbang/domain/refunds';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';

const TONES: Readonly<Record<RefundStatus, Tone>> = {
  draft: 'neutral',
  requested: 'attention',
  approved: 'info',
  paid: 'success',
  moved: 'success',
  declined: 'danger',
  cancelled: 'neutral',
};

/** The state of a refund. */
export function RefundTag({ status }: Pick<Refund, 'status'>) {
  return <StatusTag tone={TONES[status]}>{REFUND_STATUS_LABELS[status]}</StatusTag>;
}

/** `BCA •••• 6789`. */
export const accountText = ({
  bank_code,
  number,
}: Pick<NonNullable<Refund['account']>, 'bank_code' | 'number'>) => `${REFUND_BANKS[bank_code]} ${number}`;
