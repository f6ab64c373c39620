import type { EventPayload } from '@gerbang/contracts/events';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';

/**
 * Keeps beside a registration how its re-enrolment stands: the status of the enrolment, and whether child and
 * registration are locked for their family (decisions, Family; authorization rows C04, C10). Events may come late,
 * twice or in any order: a higher version wins.
 */
export async function applyConfirmation(
  trx: Db,
  { version, registration_id: id, enrollment_status, locks }: EventPayload<'confirmation.changed'>,
): Promise<void> {
  const present = await trx('registrations')
    .where({ id })
    .forNoKeyUpdate()
    .first<{ confirmation_version: number; enrollment_status: string; locked: boolean } | undefined>(
      'confirmation_version',
      'enrollment_status',
      'locked',
    );
  // Its time was over, or its family wanted it gone: nothing is waited for.
  if (!present && (await trx('erased_registrations').where({ id }).first('id'))) return;
  if (!present) throw new Error('A confirmation of a registration that is not here');
  if (present.confirmation_version >= version) return;
  const says = { enrollment_status, locked: locks };
  const changed = present.enrollment_status !== enrollment_status || present.locked !== locks;
  await trx('registrations')
    .where({ id })
    .update({
      ...says,
      confirmation_version: version,
      ...(changed && { version: trx.raw('version + 1'), updated_at: trx.fn.now() }),
    });
  if (!changed) return;
  await audit(trx, {
    action: 'registration.enrollment_changed',
    actor: null,
    subject: id,
    details: {
      enrollment_status: { from: present.enrollment_status, to: enrollment_status },
      locked: { from: present.locked, to: locks },
    },
  });
}
