import type { Db } from '@gerbang/service-kit/data/database';

/** How many seats of each of these pools were released; a pool without any is left out. */
export async function releasedSeats(db: Db, poolIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db('offers')
    .whereIn('pool_id', poolIds)
    .where({ status: 'released' })
    .groupBy('pool_id')
    .select<{ pool_id: string; n: number }[]>('pool_id', db.raw('count(*)::integer as n'));
  return new Map(rows.map(({ pool_id, n }) => [pool_id, n]));
}
