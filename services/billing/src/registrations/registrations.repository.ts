import type { EventPayload } from '@gerbang/contracts/events';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Stage } from '@gerbang/domain/registration-stages';
import { saveNewer } from '@gerbang/service-kit/data/copies';
import type { Db } from '@gerbang/service-kit/data/database';

/** What billing must know of a registration to act on it. */
export interface RegistrationCopy {
  readonly id: string;
  readonly user_id: string;
  readonly parent_id: string;
  readonly child_id: string;
  readonly child_name: string;
  readonly registration_number: string;
  readonly jenjang: Jenjang;
  readonly current_stage: Stage;
}

/** Keeps what events say of registrations where the copy is not as new already; answers how many were written. */
export async function saveRegistrations(
  trx: Db,
  changes: readonly EventPayload<'registration.changed'>[],
): Promise<number> {
  return saveNewer(trx, 'registrations', changes);
}

/**
 * The own registration by the ownership rule O3 in the query itself, locked until the transaction ends, so that
 * confirmations of it are made one after the other; undefined for another family's, a deleted and a made-up one alike.
 */
export async function lockOwnRegistration(
  trx: Db,
  userId: string,
  id: string,
): Promise<RegistrationCopy | undefined> {
  return trx('registrations')
    .where({ id, user_id: userId, deleted: false })
    .forNoKeyUpdate()
    .first<RegistrationCopy | undefined>(
      'id',
      'user_id',
      'parent_id',
      'child_id',
      'child_name',
      'registration_number',
      'jenjang',
      'current_stage',
    );
}
