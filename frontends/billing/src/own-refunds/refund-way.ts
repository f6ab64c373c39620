import type { OwnRefund } from '@gerbang/contracts/own-refunds';
import { REFUND_STEPS, type RefundStep } from '@gerbang/domain/refunds';
import { formatDayMonth } from '@gerbang/web-kit/page/days';
import { ownRefundsCopy as copy } from './own-refunds.copy.ts';

const SHOWN: ReadonlySet<RefundStep> = new Set([
  'requested',
  'approved',
  'paid',
  'moved',
  'declined',
  'cancelled',
]);

/**
 * The way of the money with its days: `Diminta 3 Jan`, `Disetujui 5 Jan`, `Ditransfer 7 Jan`. An account that was typed after an
 * approval is a step of it, because the school approves once more.
 */
export function wayOf({ steps, paid_on }: Pick<OwnRefund, 'steps' | 'paid_on'>): readonly string[] {
  let isApproved = false;
  const way = steps.flatMap(({ step, at }) => {
    const isChange = step === 'account' && isApproved;
    if (step === 'approved' || isChange) isApproved = step === 'approved';
    if (!SHOWN.has(step) && !isChange) return [];
    const label = isChange ? copy.changed : step === 'moved' ? copy.moved : REFUND_STEPS[step];
    return [`${label} ${formatDayMonth(step === 'paid' ? (paid_on ?? at) : at)}`];
  });
  const [first] = steps;
  return way.length === 0 && first ? [`${copy.begun} ${formatDayMonth(first.at)}`] : way;
}
