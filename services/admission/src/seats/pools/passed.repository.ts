import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../../database.types.ts';
import type { PoolRecord } from '../record/seat-pools.repository.ts';

/** Registrations of the pool's classes that passed and hold no seat yet, locked in the order of their ids. */
export async function lockPassed(
  trx: Db,
  { academic_year, jenjang, kelas }: PoolRecord,
): Promise<Pick<Tables['registrations'], 'id' | 're_enrolled_on'>[]> {
  const passed = trx('registrations')
    .where({ academic_year, jenjang, current_stage: 'passed' })
    .whereNull('deleted_at')
    .whereNotExists((offer) => {
      void offer
        .from('offers')
        .whereRaw('offers.registration_id = registrations.id')
        .whereNot('offers.status', 'released');
    })
    .orderBy('id')
    .forNoKeyUpdate('registrations')
    .select('id', 're_enrolled_on');
  if (kelas !== null) void passed.where({ kelas });
  return passed;
}
