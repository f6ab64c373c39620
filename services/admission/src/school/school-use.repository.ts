import type { UsedClass } from '@gerbang/domain/school-blocks';
import type { Db } from '@gerbang/service-kit/data/database';

/** The live registrations by year, level and class; one that failed is over and needs none of them. */
export async function usedClasses(db: Db): Promise<UsedClass[]> {
  const rows = await db('registrations')
    .select('academic_year', 'jenjang', 'kelas')
    .count('* as count')
    .whereNull('deleted_at')
    .whereNot({ current_stage: 'failed' })
    .groupBy('academic_year', 'jenjang', 'kelas')
    .orderBy(['academic_year', 'jenjang', 'kelas']);
  return rows as unknown as UsedClass[];
}

/** How many classes and levels of these years have limited seats. */
export async function limitedSeats(db: Db, academicYears: readonly string[]): Promise<number> {
  const row = await db('seat_pools')
    .whereNull('deleted_at')
    .whereIn('academic_year', academicYears)
    .count<{ n: number | string }[]>('* as n')
    .first();
  return Number(row?.n ?? 0);
}
