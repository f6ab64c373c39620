import { mayDeleteRegistration } from '@gerbang/domain/registrations';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { publishMoves } from '../registration-record/publish.ts';
import { deletionOf, deleteRegistrations } from '../registration-record/delete-registrations.ts';
import { registrationLocked } from '../registration-record/rules.ts';
import { beforeMove } from '../registration-record/moves.ts';
import { ownRegistrationSteps } from '../registration-record/own-registration.ts';

/** Deletes a registration of the caller's family while nothing is paid and nothing has happened. */
export async function deleteRegistration(context: Context, caller: Caller, id: string): Promise<void> {
  await changeLocked(context.database, caller, {
    ...ownRegistrationSteps(context, caller, id),
    apply: async ({ trx, present }) => {
      if (present.locked) throw registrationLocked();
      await beforeMove(context, trx, deletionOf(present));
      if (!mayDeleteRegistration(present)) {
        throw conflict(
          'registration_in_progress',
          'Pendaftaran yang sudah dibayar atau sedang diproses tidak dapat dihapus.',
        );
      }
      return deleteRegistrations(trx, [id]);
    },
    audit: (_step, notes) => notes,
    publish: ({ trx, present }) => publishMoves(context, trx, [deletionOf(present)]),
    view: () => undefined,
  });
}
