import type { Priority } from '@gerbang/contracts/waitlists';
import { can } from '@gerbang/domain/abilities';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import { covers, type PoolRecord, poolsOf } from '../record/seat-pools.repository.ts';
import { prioritiesOf } from './priorities.repository.ts';
import { toPriority } from './waitlist.view.ts';

type Registration = Pick<PoolRecord, 'id' | 'academic_year' | 'jenjang' | 'kelas'>;

/**
 * The priorities of a registration whose class has limited seats, for staff who read waiting lists; undefined otherwise,
 * so that a school without limits sees nothing of them.
 */
export async function limitedPriorities(
  db: Db,
  registration: Registration,
  role: Role,
): Promise<Priority[] | undefined> {
  if (!can(role, 'waitlist.read')) return undefined;
  const pools = await poolsOf(db, registration);
  if (!pools.some((pool) => covers(pool, registration))) return undefined;
  return (await prioritiesOf(db, [registration.id])).map(toPriority);
}
