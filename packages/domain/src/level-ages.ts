import { dayText } from './date-text.ts';
import type { Jenjang, Level } from './levels.ts';

type Ages = Pick<Level, 'min_age_months' | 'max_age_months'>;

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

/** The day on which a school year begins and ages count. */
export const firstDayOf = (academicYear: string) => `${academicYear.slice(0, 4)}-07-01`;

/**
 * How a child's age on 1 July of the first school year differs from what the school suggests for a level:
 * `Usia pada 1 Juli 2027: 5 tahun 8 bulan; sekolah menyarankan paling muda 6 tahun`. Null where it fits. It never refuses.
 */
export function ageNote(
  { min_age_months: youngest, max_age_months: oldest }: Ages,
  birthDate: string,
  academicYear: string,
): string | null {
  const day = firstDayOf(academicYear);
  const months = monthsOld(birthDate, day);
  const suggested =
    youngest !== null && months < youngest
      ? `paling muda ${ageText(youngest)}`
      : oldest !== null && months > oldest
        ? `paling tua ${ageText(oldest)}`
        : null;
  return suggested && `Usia pada ${dayText(day)}: ${ageText(months)}; sekolah menyarankan ${suggested}`;
}

/**
 * What is said where a child is registered whose age is not the one that the school suggests:
 * `Usia Aisyah pada 1 Juli 2027: 5 tahun 8 bulan; sekolah menyarankan 6 tahun`. Nothing where it fits.
 */
export function ageWarnings(
  level: Ages,
  { full_name: name, birth_date }: { readonly full_name: string; readonly birth_date: string },
  academicYear: string,
): { text: string }[] {
  const note = ageNote(level, birth_date, academicYear);
  return note === null
    ? []
    : [{ text: note.replace('paling muda ', '').replace('Usia', () => `Usia ${name}`) }];
}

/** The ages, in years, at which children in Indonesia usually begin a level and have left it. */
const USUAL_YEARS: Readonly<Record<Jenjang, readonly [from: number, before: number]>> = {
  KB: [2, 4],
  TK: [4, 6],
  SD: [6, 12],
  SMP: [12, 15],
};

/** The youngest and the oldest of a level in months: as the school suggests, else as is usual. */
function boundsOf({
  jenjang,
  min_age_months: youngest,
  max_age_months: oldest,
}: Ages & { jenjang: Jenjang }) {
  if (youngest !== null || oldest !== null)
    return [youngest ?? 0, oldest ?? Number.POSITIVE_INFINITY] as const;
  const [from, before] = USUAL_YEARS[jenjang];
  return [from * 12, before * 12 - 1] as const;
}

/**
 * The level that fits a child's age on the first day of an academic year, with its first class for a child who is of an age
 * to begin there; nothing where none or several fit. It is a suggestion that a family sees and may change.
 */
export function suggestedLevel(
  levels: readonly (Ages & { readonly jenjang: Jenjang; readonly classes: readonly string[] })[],
  birthDate: string,
  academicYear: string,
): { readonly jenjang: Jenjang; readonly kelas: string } | null {
  const months = monthsOld(birthDate, firstDayOf(academicYear));
  const fitting = levels.filter((level) => {
    const [youngest, oldest] = boundsOf(level);
    return months >= youngest && months <= oldest;
  });
  const [level] = fitting;
  if (!level || fitting.length > 1) return null;
  const begins = months < boundsOf(level)[0] + 12;
  return { jenjang: level.jenjang, kelas: begins ? (level.classes[0] ?? '') : '' };
}
