import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import type { PoolRecord } from './seat-pools.repository.ts';

/** Publishes how many places of a pool are free, in the transaction of the change; a pool that ended has no limit. */
export async function publishSeats(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Db,
  { id, academic_year, jenjang, kelas, offer_limit, taken, event_version, deleted_at }: PoolRecord,
): Promise<void> {
  const free = deleted_at === null ? offer_limit - taken : null;
  await outbox.publish(
    trx,
    'seats.changed',
    { pool_id: id, academic_year, jenjang, kelas, free, version: Number(event_version) },
    { version: Number(event_version) },
  );
}
