import type { School } from '@gerbang/contracts/school';
import { notFound, Problem, refusedField } from '@gerbang/service-kit/http/problems';
import { orTaken } from '@gerbang/service-kit/http/or-taken';

/** The actions of the trail that change a wave; the newest of them names the person in a 409 `stale`. */
export const WAVE_ACTIONS = [
  'wave.created',
  'wave.changed',
  'wave.cancelled',
  'wave.restored',
  'wave.fee_confirmed',
  'wave.fee_withdrawn',
] as const;

/** 404 for a wave that does not exist. */
export const noWave = (): Problem => notFound('Gelombang tidak ditemukan');

/** 409 while registrations are in the wave. */
export const waveInUse = (message: string, count: number): Problem =>
  new Problem(409, 'wave_in_use', message, { details: { count } });

/** 422 for a wave that ends before it begins. */
export function refuseTimes({ opens_at, closes_at }: { opens_at: Date; closes_at: Date }): void {
  if (opens_at < closes_at) return;
  throw refusedField('closes_before_opens', 'closes_at', 'Waktu tutup harus setelah waktu buka');
}

/** 422 for a payment period that the school does not have. */
export function refusePeriod(school: School, period: string | null | undefined): void {
  if (period === null || period === undefined || school.payment_periods.includes(period)) return;
  throw refusedField('payment_period', 'payment_period', 'Periode pembayaran tidak tersedia');
}

/** Runs a write; a wave that overlaps another one of its year and level is 409, also when two calls race. */
export function orOverlap<T>(write: () => Promise<T>): Promise<T> {
  const taken = {
    code: 'wave_overlap',
    message: 'Waktunya bertumpuk dengan gelombang lain di jenjang ini.',
    path: 'opens_at',
  } as const;
  return orTaken('admission_waves_apart', taken, write);
}
