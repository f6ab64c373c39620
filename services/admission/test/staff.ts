import { getStaffRegistration, type StaffRegistration } from '@gerbang/contracts/staff-registrations';
import type { Registration } from '@gerbang/contracts/registrations';
import { fileIdOf } from '@gerbang/contracts/files';
import type { PaymentStatus } from '@gerbang/domain/registration-payments';
import type { Stage } from '@gerbang/domain/registration-stages';
import type { Caller, Door } from './door.ts';
import { makeRegistration, setState, upload } from './families.ts';

/** A registration of a new family in this state of fee and stage, with a proof unless the fee is open. */
export async function inState(
  door: Door,
  payment_status: PaymentStatus,
  current_stage: Stage = 'registered',
  more: Record<string, unknown> = {},
): Promise<{ family: Caller; made: Registration }> {
  const family = await door.caller();
  const made = await makeRegistration(door, family);
  const proof = payment_status === 'pending' ? null : fileIdOf(await upload(door, family));
  if (proof !== null) {
    await door.db('files').where({ id: proof }).update({
      attached_at: new Date(),
      attached_to: 'registration_payment',
      record_id: made.id,
      family_user_id: family.id,
    });
  }
  await setState(door, made.id, { payment_status, current_stage, payment_evidence_file_id: proof, ...more });
  return { family, made };
}

/** What a change could have written, to be compared: the row, its histories, its trail, and what was published. */
export async function traces(door: Door, id: string) {
  const count = async (table: string, where: Record<string, unknown>) =>
    Number((await door.db(table).where(where).count<{ n: number }[]>('* as n'))[0]?.n ?? 0);
  const { event_version: _version, ...row } = await door.db('registrations').where({ id }).first();
  return {
    row,
    stages: await count('registration_stages', { registration_id: id }),
    payments: await count('registration_payment_events', { registration_id: id }),
    messages: door.published.filter((one) => one.type === 'message.requested').length,
    events: door.published.filter((one) => one.type === 'registration.changed').length,
  };
}

/** The record as staff see it now. */
export async function record(door: Door, staff: Caller, id: string): Promise<StaffRegistration> {
  const answer = await door.call(getStaffRegistration, staff, { params: { id } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}
