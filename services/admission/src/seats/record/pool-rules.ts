import type { School } from '@gerbang/contracts/school';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { mostOffers } from '@gerbang/domain/offers';
import { CRITERIA, type Criterion } from '@gerbang/domain/waitlist';
import { notFound, Problem, refusedField } from '@gerbang/service-kit/http/problems';
import { levelOf } from '../../registration-record/rules.ts';
import type { PoolFields, PoolRecord } from './seat-pools.repository.ts';
import type { Db } from '@gerbang/service-kit/data/database';
import type { OutboxRow } from '@gerbang/service-kit/events/outbox';
import type { Context } from '../../context.ts';

/** The actions of the trail that change a pool. */
export const POOL_ACTIONS = ['seat_pool.created', 'seat_pool.changed'] as const;

/** What an order may go by here: no scores of observations are kept yet. */
export const OFFERED_CRITERIA: readonly Criterion[] = CRITERIA.filter((criterion) => criterion !== 'score');

/** 422 for figures and criteria that do not fit together. */
export function refuseFields({ seats, offer_limit, criteria }: PoolFields): void {
  if (offer_limit < seats || offer_limit > mostOffers(seats)) {
    const message = `Batas tawaran antara ${seats} dan ${mostOffers(seats)}`;
    throw refusedField('offer_limit', 'offer_limit', message);
  }
  if (criteria.some((criterion) => !OFFERED_CRITERIA.includes(criterion))) {
    throw refusedField('criteria', 'criteria', 'Nilai observasi belum dapat dipakai sebagai kriteria');
  }
}

/** 422 for a level or class that the school does not have. */
export function refusePlace(school: School, { jenjang, kelas }: Pick<PoolRecord, 'jenjang' | 'kelas'>): void {
  const level = levelOf(school, jenjang);
  if (!level.offered) throw refusedField('jenjang', 'jenjang', `Jenjang ${level.label} tidak dibuka`);
  if (kelas !== null && !level.classes.includes(kelas)) {
    throw refusedField('kelas', 'kelas', 'Kelas tidak ada di jenjang ini');
  }
}

/** Whether places of the pool may no longer be offered. */
export const isClosed = ({ offers_until }: PoolRecord, now: Date): boolean =>
  offers_until !== null && jakartaDay(now) > offers_until;

/** 404: the pool is not there, or counts no more. */
export const noPool = (): Problem => notFound('Batas kursi tidak ditemukan');

/** 409: more places are taken already. */
export const belowTaken = (taken: number): Problem =>
  new Problem(409, 'below_taken', `Sudah ${taken} kursi terpakai.`, { details: { taken } });

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
