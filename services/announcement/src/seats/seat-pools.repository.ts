import type { EventPayload } from '@gerbang/contracts/events';
import { saveNewer } from '@gerbang/service-kit/data/copies';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { Tables } from '../database.types.ts';

/** How many places a pool has, as a result or a waiting child shows it. */
export type PoolRecord = Pick<Tables['seat_pools'], 'id' | 'kelas'> & { readonly free: number };

/** Writes the free places of a pool, where its copy is older. */
export async function saveSeats(
  trx: Knex.Transaction,
  { pool_id: id, ...pool }: EventPayload<'seats.changed'>,
): Promise<void> {
  await saveNewer(trx, 'seat_pools', [{ id, ...pool }]);
}

/** Joins the pool of a registration as `p`: that of its class, or of its level; none where its places are not limited. */
export const joinPool = (registrations: string): string => `
  left join seat_pools p on p.jenjang = ${registrations}.jenjang and p.academic_year = ${registrations}.academic_year
    and (p.kelas is null or p.kelas = ${registrations}.kelas) and p.free is not null`;

/** The joined pool as a column. */
export const POOL_COLUMN = `case when p.id is not null
  then json_build_object('id', p.id, 'kelas', p.kelas, 'free', p.free) end as pool`;

/** The pools in which an announcement accepts more children than places are free, by class. */
export async function overbookedPools(
  db: Db,
  announcementId: string,
): Promise<(PoolRecord & { readonly passed: number })[]> {
  const { rows } = await db.raw(
    `select p.id, p.kelas, p.free, count(*)::integer as passed
     from announcement_results e join registrations r on r.id = e.registration_id ${joinPool('r')}
     where e.announcement_id = ? and e.result = 'passed' and p.id is not null
       and r.current_stage = 'waiting_announcement' and not r.deleted
     group by p.id having count(*) > p.free order by p.kelas, p.id`,
    [announcementId],
  );
  return rows;
}
