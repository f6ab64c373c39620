import type { Jenjang } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';

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
