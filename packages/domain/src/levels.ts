/** The four levels of the foundation, youngest first. */
export const JENJANG = ['KB', 'TK', 'SD', 'SMP'] as const;
export type Jenjang = (typeof JENJANG)[number];

/** A level as the school's settings describe it; `fee` in rupiah; no classes = the level has none (KB). */
export interface Level {
  readonly jenjang: Jenjang;
  /** Whether families can register for it. */
  readonly offered: boolean;
  /** How screens name it: a TK may read 'RA', an SD 'MI'. */
  readonly label: string;
  readonly unit_name: string;
  /** The school's number at the ministry, 8 digits. */
  readonly npsn: string | null;
  readonly classes: readonly string[];
  readonly fee: number;
  /** Ages on 1 July of the first school year, of which a registration is only warned. */
  readonly min_age_months: number | null;
  readonly max_age_months: number | null;
}

function levelWith(jenjang: Jenjang, unit_name: string, classes: readonly string[], fee: number): Level {
  const ages = { min_age_months: null, max_age_months: null };
  return { jenjang, offered: true, label: jenjang, unit_name, npsn: null, classes, fee, ...ages };
}

/** The default values, used unless the configuration sets others. */
export const DEFAULT_LEVELS: readonly Level[] = [
  levelWith('KB', 'Kelompok Bermain', [], 350_000),
  levelWith('TK', 'Taman Kanak-Kanak', ['TK A', 'TK B'], 350_000),
  levelWith('SD', 'Sekolah Dasar', ['1', '2', '3', '4', '5', '6'], 550_000),
  levelWith('SMP', 'Sekolah Menengah Pertama', ['7', '8', '9'], 550_000),
];

/** Why a class does not fit its level, or null; KB takes none, the others need one of theirs. */
export function refuseClass(level: Level, kelas: string | null): 'missing' | 'unknown' | null {
  if (level.classes.length === 0) return kelas === null ? null : 'unknown';
  if (kelas === null) return 'missing';
  return level.classes.includes(kelas) ? null : 'unknown';
}

/** `PSB-2026-SD-00042`: per academic year and level. */
export function registrationNumber(academicYear: string, jenjang: Jenjang, sequence: number): string {
  return `PSB-${academicYear.slice(0, 4)}-${jenjang}-${String(sequence).padStart(5, '0')}`;
}
