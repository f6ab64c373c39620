import type { Jenjang } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { OfferRecord } from '../record/offers.repository.ts';

/** What lists of offers and of waiting children call a registration. */
export interface SeatNames {
  readonly registration_number: string;
  readonly child_name: string;
  readonly jenjang: Jenjang;
  readonly kelas: string | null;
}

/** The names of registrations by their id. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, SeatNames>> {
  const rows = await db('registrations as r')
    .join('children as c', 'c.id', 'r.child_id')
    .whereIn('r.id', ids)
    .select<(SeatNames & { id: string })[]>(
      'r.id',
      'r.registration_number',
      'c.full_name as child_name',
      'r.jenjang',
      'r.kelas',
    );
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

/** The filters of a list of offers; `due` = open ones that end until then, `found` finds names and numbers. */
interface OfferFilters {
  readonly status: OfferRecord['status'] | undefined;
  readonly pool: string | undefined;
  readonly year: string | undefined;
  readonly due: Date | undefined;
  readonly found: ((any: Knex.QueryBuilder) => void) | null;
}

/** The offers that match. */
export function findOffers(db: Db, { status, pool, year, due, found }: OfferFilters) {
  const rows = db('offers')
    .join('registrations as r', 'r.id', 'offers.registration_id')
    .join('children as c', 'c.id', 'r.child_id')
    .select('offers.*');
  if (status !== undefined) void rows.where('offers.status', status);
  if (pool !== undefined) void rows.where('offers.pool_id', pool);
  if (year !== undefined) void rows.where('r.academic_year', year);
  if (due) void rows.where('offers.status', 'open').where('offers.answer_until', '<=', due);
  if (found !== null) void rows.where(found);
  return rows;
}
