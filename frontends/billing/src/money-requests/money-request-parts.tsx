import { MONEY_REQUEST_STATUS_LABELS, type MoneyRequestStatus } from '@gerbang/domain/money-requests';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';

export const REQUEST_TONES: Readonly<Record<MoneyRequestStatus, Tone>> = {
  waits: 'attention',
  approved: 'success',
  withdrawn: 'neutral',
  failed: 'danger',
};

/** The state of a request. */
export function MoneyRequestTag({ status }: { status: MoneyRequestStatus }) {
  return <StatusTag tone={REQUEST_TONES[status]}>{MONEY_REQUEST_STATUS_LABELS[status]}</StatusTag>;
}
