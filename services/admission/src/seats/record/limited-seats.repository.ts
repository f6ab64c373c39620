import type { Db } from '@gerbang/service-kit/data/database';

/** How many classes and levels of these years have limited seats. */
export async function limitedSeats(db: Db, academicYears: readonly string[]): Promise<number> {
  const row = await db('seat_pools')
    .whereNull('deleted_at')
    .whereIn('academic_year', academicYears)
    .count<{ n: number | string }[]>('* as n')
    .first();
  return Number(row?.n ?? 0);
}
