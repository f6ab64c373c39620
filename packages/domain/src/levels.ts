/** The four levels of the foundation, youngest first. */
export const JENJANG = ['KB', 'TK', 'SD', 'SMP'] as const;
export type Jenjang = (typeof JENJANG)[number];

/** A level as the school's configuration describes it; `fee` in rupiah; no classes = the level has none (KB). */
export interface Level {
  readonly jenjang: Jenjang;
  readonly unit_name: string;
  readonly classes: readonly string[];
  readonly fee: number;
}

/** The default values, used unless the configuration sets others. */
export const DEFAULT_LEVELS: readonly Level[] = [
  { jenjang: 'KB', unit_name: 'Kelompok Bermain', classes: [], fee: 350_000 },
  { jenjang: 'TK', unit_name: 'Taman Kanak-Kanak', classes: ['TK A', 'TK B'], fee: 350_000 },
  { jenjang: 'SD', unit_name: 'Sekolah Dasar', classes: ['1', '2', '3', '4', '5', '6'], fee: 550_000 },
  { jenjang: 'SMP', unit_name: 'Sekolah Menengah Pertama', classes: ['7', '8', '9'], fee: 550_000 },
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
