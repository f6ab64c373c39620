import { mayDeleteRegistration } from '@gerbang/domain/registrations';
import { changeLocked, type AuditNote } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { publishRegistrations } from '../registration-record/registration-events.ts';
import { voidNumbers } from '../registration-record/new-registration.repository.ts';
import { registrationLocked } from '../registration-record/registration-rules.ts';
import { refuseHeldSeat } from '../seats/offers/held-seat.ts';
import { ownRegistrationSteps } from '../registration-record/own-registration.ts';
import { markDeleted } from '../registration-record/registrations.repository.ts';

/**
 * Marks locked registrations deleted and returns what the trail says of each. Their numbers are never given again;
 * history and proofs stay.
 */
export async function deleteRegistrations(trx: Db, ids: readonly string[]): Promise<AuditNote[]> {
  if (ids.length === 0) return [];
  const deleted = await markDeleted(trx, ids);
  await voidNumbers(trx, ids);
  return deleted.map(({ id: subject, registration_number: number, ...before }) => ({
    action: 'registration.deleted',
    subject,
    details: { number, ...before },
  }));
}

/** Deletes a registration of the caller's family while nothing is paid and nothing has happened. */
export async function deleteRegistration(context: Context, caller: Caller, id: string): Promise<void> {
  await changeLocked(context.database, caller, {
    ...ownRegistrationSteps(context, caller, id),
    apply: async ({ trx, present }) => {
      if (present.locked) throw registrationLocked();
      await refuseHeldSeat(trx, present);
      if (!mayDeleteRegistration(present)) {
        throw conflict(
          'registration_in_progress',
          'Pendaftaran yang sudah dibayar atau sedang diproses tidak dapat dihapus.',
        );
      }
      return deleteRegistrations(trx, [id]);
    },
    audit: (_step, notes) => notes,
    publish: ({ trx }) => publishRegistrations(context, trx, [id]),
    view: () => undefined,
  });
}
