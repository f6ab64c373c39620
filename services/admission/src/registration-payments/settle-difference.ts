import type { EventPayload } from '@gerbang/contracts/events';
import { type Actor, audit } from '@gerbang/service-kit/audit/audit';
import type { AuditNote } from '@gerbang/service-kit/data/change-locked';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import {
  type FeeDifference,
  raiseVersion,
  writePaid,
} from '../registration-record/fee-differences.repository.ts';
import { notifyFamily, type Requested } from '../registration-record/notify.ts';
import type { Settlement } from '../registration-record/payments.repository.ts';
import { publishRegistrations } from '../registration-record/publish.ts';
import { type LockedRegistration } from '../registration-record/registrations.repository.ts';
import { publishBookedFee } from './booked-fees.ts';

/** The difference that a locked registration is asked for. */
export interface Asked {
  readonly present: LockedRegistration;
  readonly asked: FeeDifference;
}

/** Writes that this money paid the difference. */
export async function payDifference(
  { now }: Pick<Context, 'now'>,
  trx: Knex.Transaction,
  { present, asked }: Asked,
  settlement: Settlement,
): Promise<void> {
  await writePaid(trx, asked.id, settlement, now());
  await raiseVersion(trx, present);
}

/** The trail's entry about a difference that was paid. */
export const differenceNote = ({ present, asked }: Asked, { source, settled_on }: Settlement): AuditNote => ({
  action: 'registration.fee_difference_paid',
  subject: present.id,
  details: {
    child_id: present.child_id,
    amount: asked.amount,
    settled_by: source.kind,
    source_id: source.id,
    settled_on,
  },
});

/** Publishes a paid difference: the copies, the booking, the message to the family. */
export async function publishDifference(
  context: Context,
  trx: Knex.Transaction,
  from: Requested,
  { present, asked }: Asked,
  actor: Actor,
): Promise<void> {
  const by = { registration_id: present.id, actor };
  await publishRegistrations(context, trx, [present.id]);
  await publishBookedFee(context, trx, asked.id, from.origin.requestId, by);
  await notifyFamily(context, trx, from, present, { kind: 'fee_verified', entryId: asked.id });
}

/** Settles the difference that a locked registration is asked for with money of exactly its amount. */
export async function settleDifference(
  context: Context,
  trx: Knex.Transaction,
  of: Asked,
  { source, settled_on, channel, actor }: EventPayload<'fee.settled'>,
  requestId: string | undefined,
): Promise<void> {
  const settlement = { source, settled_on, ...(channel && { channel }) };
  await payDifference(context, trx, of, settlement);
  const { details, ...note } = differenceNote(of, settlement);
  await audit(trx, {
    ...note,
    actor,
    details: { ...details, ...(requestId && { request_id: requestId }) },
  });
  await publishDifference(context, trx, { origin: { requestId } }, of, actor);
}
