import type { Withdrawal } from '@gerbang/contracts/withdrawals';
import { WITHDRAWAL_REASONS, type WithdrawalReason } from '@gerbang/domain/withdrawals';
import type { LockedStep } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { keptFee } from '../registration-record/fee-differences.repository.ts';
import { publishMoves } from '../registration-record/publish.ts';
import { type LockedRegistration, lockOne } from '../registration-record/registrations.repository.ts';
import { stageMove, writeStages } from '../registration-record/stages.repository.ts';
import { endSeats } from '../seats/offers/end-seats.ts';
import { lockPoolsOf } from '../seats/record/seat-pools.repository.ts';
import { acceptanceOf } from './acceptance.ts';
import type { RefundAccount } from './refund-account.ts';
import { refundableOf } from './what-follows.ts';

/** Who ends a registration, and why. */
export interface Ending {
  readonly by: 'parent' | 'staff';
  readonly reason_code: WithdrawalReason;
  readonly note: string | null;
  /** The school agreed to a request: what was processed ends too. */
  readonly decided?: true;
  /** When its family asked for it; now where it did not ask. */
  readonly askedAt?: Date;
  /** Only where its family has not confirmed: else 409 `confirmed`. */
  readonly unconfirmed?: true;
}

/** Locks a registration that may end: its pool first, as every change of seats does. */
export async function lockLeaving(
  trx: Db,
  rows: Parameters<typeof lockOne>[0],
  id: string,
): Promise<LockedRegistration | undefined> {
  await lockPoolsOf(trx, [id]);
  return lockOne(rows, id);
}

/** Ends a locked registration with its seat and, where the child was accepted, in billing; returns what goes back by the rule. */
export async function endRegistration(
  context: Context,
  caller: Caller,
  { trx, present, actor }: LockedStep<LockedRegistration>,
  { by, reason_code, note, decided, askedAt, unconfirmed }: Ending,
): Promise<Withdrawal['refundable']> {
  const person = { ...(await actor()), role: caller.role };
  await endSeats(context, trx, [present.id], person);
  const notes = {
    content: WITHDRAWAL_REASONS[reason_code],
    observation_time: null,
    observation_place: null,
    note,
    file_id: null,
  };
  await writeStages(trx, [{ present, to: 'withdrawn', by, actor: person, notes }]);
  // Last of all: what billing has closed does not open again by a failure here.
  const { requestId } = caller.origin;
  const acceptance = await acceptanceOf(context, present, {
    person,
    requestId,
    ...(decided && { decided }),
    ...(unconfirmed && { unconfirmed }),
  });
  return refundableOf(context, acceptance, present, await keptFee(trx, present), askedAt);
}

/** Lets other services and features know that a registration ended, and billing what goes back by the rule, and where to. */
export async function publishEnd(
  context: Context,
  { origin }: Caller,
  { trx, present }: Pick<LockedStep<LockedRegistration>, 'trx' | 'present'>,
  {
    by,
    made: { id: withdrawal_id, refundable },
    to,
  }: Pick<Ending, 'by'> & {
    readonly made: Pick<Withdrawal, 'id' | 'refundable'>;
    readonly to?: RefundAccount | undefined;
  },
): Promise<void> {
  const { lines, deduct, total } = refundable;
  if (total > 0) {
    const back = { withdrawal_id, registration_id: present.id, lines, deduct, ...(to && { to }) };
    await context.outbox.publish(trx, 'withdrawal.refundable', back, { requestId: origin.requestId });
  }
  await publishMoves(context, trx, [stageMove({ present, to: 'withdrawn', by })]);
}

/** The trail's entry of a registration that ended. */
export const endNote = (
  { id, child_id, current_stage }: LockedRegistration,
  reason: WithdrawalReason,
  details: Readonly<Record<string, unknown>> = {},
) => ({
  action: 'registration.withdrawn',
  subject: id,
  details: {
    child_id,
    current_stage: { from: current_stage, to: 'withdrawn' },
    withdrawal_reason: reason,
    ...details,
  },
});
