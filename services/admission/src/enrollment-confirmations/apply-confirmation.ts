import type { EventPayload } from '@gerbang/contracts/events';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { lockEnrollment, updateEnrollment } from '../registration-record/enrollment.repository.ts';
import { afterMoves } from '../registration-record/moves.ts';
import { isErased } from '../registration-record/registrations.repository.ts';

/**
 * Keeps beside a registration how its re-enrolment stands: the status of the enrolment, and whether child and
 * registration are locked for their family. Events may come late, twice or in any order: a higher version wins.
 */
export async function applyConfirmation(
  context: Context,
  trx: Db,
  { version, registration_id: id, status, enrollment_status, locks }: EventPayload<'confirmation.changed'>,
): Promise<void> {
  const present = await lockEnrollment(trx, id);
  if (!present && (await isErased(trx, id))) return;
  if (!present) throw new Error('A confirmation of a registration that is not here');
  if (present.confirmation_version >= version) return;
  const changed = present.enrollment_status !== enrollment_status || present.locked !== locks;
  await updateEnrollment(
    trx,
    id,
    { enrollment_status, locked: locks, confirmation_version: version },
    { raise: changed, sent: status !== 'declined', paid: status === 'completed' },
  );
  if (changed) await noteChange(trx, id, { present, enrollment_status, locks });
  await afterMoves(context, trx, [{ kind: 'enrollment', id, status }]);
}

interface Enrollment {
  readonly present: { readonly enrollment_status: string; readonly locked: boolean };
  readonly enrollment_status: string;
  readonly locks: boolean;
}

async function noteChange(
  trx: Db,
  id: string,
  { present, enrollment_status, locks }: Enrollment,
): Promise<void> {
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
