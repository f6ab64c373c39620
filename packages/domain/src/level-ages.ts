import { dayText } from './date-text.ts';
import type { Level } from './levels.ts';

/** Full months from a birth to a day, both `YYYY-MM-DD`; negative before the birth. */
export function monthsOld(birthDate: string, day: string): number {
  const [year = 0, month = 0, date = 0] = birthDate.split('-').map(Number);
  const [thenYear = 0, thenMonth = 0, thenDate = 0] = day.split('-').map(Number);
  return (thenYear - year) * 12 + thenMonth - month - (thenDate < date ? 1 : 0);
}

/** `5 tahun 8 bulan`, `6 tahun`, `8 bulan`. */
export function ageText(months: number): string {
  if (months < 0) return 'belum lahir';
  const years = Math.floor(months / 12);
  const parts = [years > 0 ? `${years} tahun` : '', months % 12 > 0 ? `${months % 12} bulan` : ''];
  return parts.filter(Boolean).join(' ') || '0 bulan';
}

/**
 * How a child's age on 1 July of the first school year differs from what the school suggests for a level:
 * `Usia pada 1 Juli 2027: 5 tahun 8 bulan; sekolah menyarankan paling muda 6 tahun`. Null where it fits. It never refuses.
 */
export function ageNote(
  { min_age_months: youngest, max_age_months: oldest }: Pick<Level, 'min_age_months' | 'max_age_months'>,
  birthDate: string,
  academicYear: string,
): string | null {
  const day = `${academicYear.slice(0, 4)}-07-01`;
  const months = monthsOld(birthDate, day);
  const suggested =
    youngest !== null && months < youngest
      ? `paling muda ${ageText(youngest)}`
      : oldest !== null && months > oldest
        ? `paling tua ${ageText(oldest)}`
        : null;
  return suggested && `Usia pada ${dayText(day)}: ${ageText(months)}; sekolah menyarankan ${suggested}`;
}
