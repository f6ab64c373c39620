import type { School } from '@gerbang/contracts/school';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { mostOffers } from '@gerbang/domain/offers';
import { CRITERIA, type Criterion } from '@gerbang/domain/waitlist';
import { notFound, Problem, refusedField } from '@gerbang/service-kit/http/problems';
import { levelOf } from '../../registration-record/rules.ts';
import type { PoolFields, PoolRecord } from './seat-pools.repository.ts';

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

/** 422 for a year, level or class that the school does not have. */
export function refusePlace(
  school: School,
  { academic_year, jenjang, kelas }: Pick<PoolRecord, 'academic_year' | 'jenjang' | 'kelas'>,
): void {
  if (!school.academic_years.includes(academic_year)) {
    throw refusedField('academic_year', 'academic_year', 'Tahun ajaran ini tidak dibuka');
  }
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
