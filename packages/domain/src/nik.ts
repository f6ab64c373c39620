/** The parts of a NIK: region code, day of birth (40 added for girls), a running number. */
export interface NikFacts {
  readonly region: string;
  readonly sex: 'male' | 'female';
  readonly day: number;
  readonly month: number;
  /** Two digits; the century is not in the number. */
  readonly year: number;
}

/** Reads a NIK of 16 digits; null for anything else. The day may be impossible, which the check reports. */
export function readNik(nik: string): NikFacts | null {
  const parts = /^(\d{6})(\d{2})(\d{2})(\d{2})\d{4}$/u.exec(nik);
  if (!parts) return null;
  const [, region = '', day = '', month = '', year = ''] = parts;
  const typedDay = Number(day);
  return {
    region,
    sex: typedDay > 40 ? 'female' : 'male',
    day: typedDay > 40 ? typedDay - 40 : typedDay,
    month: Number(month),
    year: Number(year),
  };
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * The year of birth that a NIK means on a given day (`YYYY-MM-DD`): of the two centuries the one that is not in the
 * future, and the younger one where both are possible.
 */
export function birthYear(facts: NikFacts, today: string): number {
  const recent = 2000 + facts.year;
  const day = `${recent}-${String(facts.month).padStart(2, '0')}-${String(facts.day).padStart(2, '0')}`;
  return day <= today ? recent : 1900 + facts.year;
}

export type NikWarning = 'birth_date' | 'sex' | 'region' | 'impossible_date';

/** The data that the number is compared with; an unknown field is not compared. */
export interface NikOwner {
  /** `YYYY-MM-DD`. */
  readonly birth_date?: string | null;
  readonly gender?: 'male' | 'female' | null;
  /** Codes of the provinces that exist (`11` … ); none = the region is not checked. */
  readonly provinces?: readonly string[];
}

/**
 * Where a NIK disagrees with its owner: warnings, never a refusal. The region is that of the person's first
 * registration, so only a province that does not exist is reported.
 */
export function nikWarnings(nik: string, owner: NikOwner, today: string): NikWarning[] {
  const facts = readNik(nik);
  if (!facts) return [];
  const warnings: NikWarning[] = [];
  const { birth_date, gender, provinces } = owner;
  const possible =
    facts.month >= 1 &&
    facts.month <= 12 &&
    facts.day >= 1 &&
    facts.day <= daysIn(birthYear(facts, today), facts.month);
  if (!possible) warnings.push('impossible_date');
  else if (birth_date && birth_date.slice(2) !== dayText(facts)) warnings.push('birth_date');
  if (gender && gender !== facts.sex) warnings.push('sex');
  if (provinces?.length && !provinces.includes(facts.region.slice(0, 2))) warnings.push('region');
  return warnings;
}

function dayText(facts: NikFacts): string {
  return [facts.year, facts.month, facts.day].map((part) => String(part).padStart(2, '0')).join('-');
}
