import type { WaitingStudent } from '@gerbang/contracts/announcement.types';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';
import { type RegistrationCopy, waitingRegistrations } from './registrations.repository.ts';

type Waiting = Pick<
  RegistrationCopy,
  'id' | 'child_id' | 'child_name' | 'child_nick_name' | 'registration_number' | 'jenjang' | 'kelas'
>;

/** The students of a level who wait for a result, by name; names and class only (authorization row N08). */
export async function waitingStudents(db: Db, jenjang: Jenjang): Promise<WaitingStudent[]> {
  const rows = await waitingRegistrations(db)
    .where('registrations.jenjang', jenjang)
    .orderByRaw('lower(registrations.child_name), registrations.id')
    .select<Waiting[]>(
      'registrations.id',
      'registrations.child_id',
      'registrations.child_name',
      'registrations.child_nick_name',
      'registrations.registration_number',
      'registrations.jenjang',
      'registrations.kelas',
    );
  return rows.map(({ child_name: full_name, child_nick_name: nick_name, ...row }) => ({
    ...row,
    child: { full_name, nick_name },
  }));
}
