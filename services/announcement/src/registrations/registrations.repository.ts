import type { EventPayload } from '@gerbang/contracts/events';
import type { Jenjang } from '@gerbang/domain/levels';
import type { PaymentStatus } from '@gerbang/domain/registration-payments';
import type { Stage } from '@gerbang/domain/registration-stages';
import { saveNewer } from '@gerbang/service-kit/data/copies';
import type { Db } from '@gerbang/service-kit/data/database';

/** What announcements know of a registration: the copy that admission's events keep (architecture, snapshots). */
export interface RegistrationCopy {
  readonly id: string;
  readonly version: number;
  readonly deleted: boolean;
  readonly user_id: string;
  readonly child_id: string;
  readonly child_name: string;
  readonly child_nick_name: string | null;
  readonly registration_number: string;
  readonly jenjang: Jenjang;
  readonly kelas: string | null;
  readonly academic_year: string;
  readonly current_stage: Stage;
  readonly payment_status: PaymentStatus;
}

/** What is kept of an event; phones and parents stay outside. */
function copyOf(changed: EventPayload<'registration.changed'>): RegistrationCopy {
  return {
    id: changed.id,
    version: changed.version,
    deleted: changed.deleted,
    user_id: changed.user_id,
    child_id: changed.child_id,
    child_name: changed.child_name,
    child_nick_name: changed.child_nick_name,
    registration_number: changed.registration_number,
    jenjang: changed.jenjang,
    kelas: changed.kelas,
    academic_year: changed.academic_year,
    current_stage: changed.current_stage,
    payment_status: changed.payment_status,
  };
}

/** Keeps what events say of registrations where the copy is not as new already; answers how many were written. */
export async function saveRegistrations(
  trx: Db,
  changes: readonly EventPayload<'registration.changed'>[],
): Promise<number> {
  return saveNewer(
    trx,
    'registrations',
    changes.map((changed) => ({ ...copyOf(changed) })),
  );
}

/**
 * Registrations that wait for a result and are in no announcement that counts (decisions, Announcements, "Waiting
 * students").
 */
export function waitingRegistrations(db: Db) {
  return db('registrations')
    .where('registrations.current_stage', 'waiting_announcement')
    .whereRaw('not registrations.deleted')
    .whereRaw(
      `not exists (select from announcement_results taken
        where taken.registration_id = registrations.id and taken.live)`,
    );
}
