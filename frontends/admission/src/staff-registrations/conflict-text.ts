import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { STAFF_STAGE_LABELS, STAGES } from '@gerbang/domain/registration-stages';
import { messageOf } from '@gerbang/web-kit/api/client';
import { staleOf } from '@gerbang/web-kit/api/stale';
import { changerOf, whoChanged } from '@gerbang/web-kit/api/stale-words';
import { detailCopy as copy } from './registration-detail.copy.ts';

const fieldOf = (present: unknown, name: string): unknown =>
  typeof present === 'object' && present !== null ? (present as Record<string, unknown>)[name] : undefined;

/** Why a change was refused: who changed the registration first, when, and what it is now. */
export function conflictText(
  error: unknown,
  seen: Pick<StaffRegistration, 'payment_status' | 'current_stage'>,
): string {
  const stale = staleOf(error);
  if (!stale) return messageOf(error);
  const changer = changerOf(stale);
  const status = fieldOf(stale.present, 'payment_status');
  const stage = STAGES.find((one) => one === fieldOf(stale.present, 'current_stage'));
  if (!changer) return whoChanged(stale);
  if (status !== seen.payment_status && status === 'verified')
    return copy.fasterVerified(changer.who, changer.when);
  if (status !== seen.payment_status && status === 'rejected')
    return copy.fasterRejected(changer.who, changer.when);
  if (stage && stage !== seen.current_stage)
    return copy.fasterStage(STAFF_STAGE_LABELS[stage], changer.who, changer.when);
  return whoChanged(stale);
}
