import type { EventPayload } from '@gerbang/contracts/events';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import {
  type FeeDifference,
  raiseVersion,
  writePaid,
} from '../registration-record/fee-differences.repository.ts';
import { notifyFamily } from '../registration-record/notify.ts';
import { publishRegistrations } from '../registration-record/publish.ts';
import { type LockedRegistration } from '../registration-record/registrations.repository.ts';
import { publishBookedFee } from './booked-fees.ts';

/** Settles the difference that a locked registration is asked for with money of exactly its amount. */
export async function settleDifference(
  context: Context,
  trx: Knex.Transaction,
  { present, asked }: { readonly present: LockedRegistration; readonly asked: FeeDifference },
  { source, settled_on, channel, actor }: EventPayload<'fee.settled'>,
  requestId: string | undefined,
): Promise<void> {
  await writePaid(trx, asked.id, { source, settled_on, ...(channel && { channel }) }, context.now());
  await raiseVersion(trx, present);
  await audit(trx, {
    action: 'registration.fee_difference_paid',
    subject: present.id,
    actor,
    details: {
      child_id: present.child_id,
      amount: asked.amount,
      settled_by: source.kind,
      source_id: source.id,
      settled_on,
      ...(requestId && { request_id: requestId }),
    },
  });
  await publishRegistrations(context, trx, [present.id]);
  await publishBookedFee(context, trx, asked.id);
  await notifyFamily(context, trx, { origin: { requestId } }, present, {
    kind: 'fee_verified',
    entryId: asked.id,
  });
}
