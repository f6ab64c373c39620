import type { Db } from '@gerbang/service-kit/data/database';
import type { OutboxRow } from '@gerbang/service-kit/events/outbox';
import type { Context } from '../../context.ts';
import type { PoolRecord } from './seat-pools.repository.ts';

/** The event of how many places of a pool are free; a pool that ended has no limit. */
export function seatsRow(
  { outbox }: Pick<Context, 'outbox'>,
  { id, academic_year, jenjang, kelas, offer_limit, taken, event_version, deleted_at }: PoolRecord,
): OutboxRow {
  const free = deleted_at === null ? offer_limit - taken : null;
  const version = Number(event_version);
  return outbox.row(
    'seats.changed',
    { pool_id: id, academic_year, jenjang, kelas, free, version },
    { version },
  );
}

/** Publishes it, in the transaction of the change. */
export async function publishSeats(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  pool: PoolRecord,
): Promise<void> {
  await context.outbox.publishRows(trx, [seatsRow(context, pool)]);
}
