import type { ReleaseCause } from './offers.ts';

/** What the order of a waiting list can go by. */
export const CRITERIA = [
  'internal',
  'sibling',
  'staff_child',
  'score',
  'fee_verified_at',
  'registered_at',
] as const;
export type Criterion = (typeof CRITERIA)[number];

const CRITERION_LABELS: Readonly<Record<Criterion, string>> = {
  internal: 'Siswa dari jenjang kami',
  sibling: 'Saudara kandung',
  staff_child: 'Anak guru atau karyawan',
  score: 'Nilai observasi',
  fee_verified_at: 'Biaya pendaftaran terverifikasi',
  registered_at: 'Terdaftar',
};

/** The criteria that staff confirm for a child. */
export const PRIORITY_KINDS = ['internal', 'sibling', 'staff_child'] as const satisfies readonly Criterion[];
export type PriorityKind = (typeof PRIORITY_KINDS)[number];

export const PRIORITY_LABELS: Readonly<Record<PriorityKind, string>> = {
  internal: CRITERION_LABELS.internal,
  sibling: CRITERION_LABELS.sibling,
  staff_child: CRITERION_LABELS.staff_child,
};

export const ENTRY_STATUSES = ['waiting', 'offered', 'withdrawn', 'expired', 'closed'] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** What an entry is ordered by; a value that is missing comes last. */
export interface CriteriaValues {
  readonly internal: boolean;
  readonly sibling: boolean;
  readonly staff_child: boolean;
  /** Average of the observation, four decimals. */
  readonly score: number | null;
  /** ISO times in UTC with milliseconds. */
  readonly fee_verified_at: string | null;
  readonly registered_at: string;
}

/** Whether criteria can order a list: each once, and the last one decides between all that are equal before. */
export function areCriteria(criteria: readonly Criterion[]): boolean {
  return new Set(criteria).size === criteria.length && criteria.at(-1) === 'registered_at';
}

const SCORE_WIDTH = 8;
const TIME_WIDTH = 15;
const HIGHEST = 10 ** SCORE_WIDTH - 2;

const timePart = (time: string | null) =>
  time === null ? '9'.repeat(TIME_WIDTH) : String(Date.parse(time)).padStart(TIME_WIDTH, '0');

// The highest score is the smallest text; one that is missing is behind all.
function scorePart(score: number | null): string {
  if (score === null) return '9'.repeat(SCORE_WIDTH);
  const counted = Math.min(HIGHEST, Math.max(0, Math.round(score * 10_000)));
  return String(HIGHEST - counted).padStart(SCORE_WIDTH, '0');
}

function partOf(criterion: Criterion, values: CriteriaValues): string {
  if (criterion === 'score') return scorePart(values.score);
  if (criterion === 'fee_verified_at' || criterion === 'registered_at') return timePart(values[criterion]);
  return values[criterion] ? '0' : '1';
}

/**
 * The text by which a list is sorted: of one width for all entries under the same criteria, and with the registration's
 * id at its end, so that no two are equal.
 */
export function sortKey(
  criteria: readonly Criterion[],
  values: CriteriaValues,
  registrationId: string,
): string {
  return [...criteria.map((criterion) => partOf(criterion, values)), registrationId].join('|');
}

/** Why an order or its length changed. */
export const WAITLIST_CAUSES = [
  'joined',
  'joined_above',
  'promoted',
  'withdrawn',
  'expired',
  'rule_changed',
  'seats_changed',
  'closed',
  'priority_confirmed',
] as const;
export type WaitlistCause = (typeof WAITLIST_CAUSES)[number];

const NUMBERS = [
  'nol',
  'satu',
  'dua',
  'tiga',
  'empat',
  'lima',
  'enam',
  'tujuh',
  'delapan',
  'sembilan',
  'sepuluh',
];

/** A small number in words; from eleven on in figures. */
export const numberWord = (n: number): string => NUMBERS[n] ?? String(n);

/** A change of a list without any family in it. */
export interface WaitlistChange {
  readonly cause: WaitlistCause;
  readonly count: number;
  /** Why the seats of a promotion were free; null where there were more seats, or staff chose. */
  readonly release_cause: ReleaseCause | null;
  /** The priority of a confirmation. */
  readonly priority: PriorityKind | null;
}

const PRIORITY_WORDS: Readonly<Record<PriorityKind, string>> = {
  internal: 'prioritas siswa dari jenjang kami',
  sibling: 'prioritas saudara kandung',
  staff_child: 'prioritas anak guru atau karyawan',
};

function promotedWords(families: string, seats: string, cause: ReleaseCause | null): string {
  if (cause === 'deadline') return `${seats} kursi dilepas karena batas waktu`;
  if (cause !== null) return `${seats} kursi dilepas, ${families} di atas Anda mendapat tawaran`;
  return `${families} di atas Anda mendapat tawaran`;
}

/** Why a number moved, as the families and the staff on the phone say it. */
export function changeWords({ cause, count, release_cause, priority }: WaitlistChange): string {
  const seats = numberWord(count);
  const families = `${seats} keluarga`;
  switch (cause) {
    case 'joined':
      return 'masuk daftar tunggu';
    case 'joined_above':
      return `${families} masuk daftar, sesuai aturan prioritas`;
    case 'promoted':
      return promotedWords(families, seats, release_cause);
    case 'withdrawn':
      return `${families} melepas tempatnya`;
    case 'expired':
      return `${families} tidak menjawab`;
    case 'rule_changed':
      return 'aturan urutan diubah oleh sekolah';
    case 'seats_changed':
      return 'jumlah kursi diubah oleh sekolah';
    case 'closed':
      return 'daftar tunggu ditutup';
    case 'priority_confirmed':
      return priority === null
        ? `prioritas dari ${families} berubah`
        : `${PRIORITY_WORDS[priority]} dari ${families} dikonfirmasi`;
  }
}

/** The value of a moment that has not come. */
const NOT_YET = 'belum';

const YES = { true: 'ya', false: 'tidak' } as const;

const scoreWords = (score: number | null) =>
  score === null ? 'belum ada' : score.toFixed(2).replace('.', ',');

/** A criterion of an entry with its value in words; `moment` writes a time. */
export function criterionWords(
  criterion: Criterion,
  values: CriteriaValues,
  moment: (iso: string) => string,
): { readonly criterion: Criterion; readonly label: string; readonly value: string } {
  const label = CRITERION_LABELS[criterion];
  if (criterion === 'score') return { criterion, label, value: scoreWords(values.score) };
  if (criterion === 'fee_verified_at' || criterion === 'registered_at') {
    const time = values[criterion];
    return { criterion, label, value: time === null ? NOT_YET : moment(time) };
  }
  return { criterion, label, value: YES[`${values[criterion]}`] };
}

/** `Saudara kandung: ya`, and of a moment `Terdaftar 3 Januari 2027 pukul 09.14`. */
export function criterionText({ criterion, label, value }: ReturnType<typeof criterionWords>): string {
  return criterion.endsWith('_at') && value !== NOT_YET ? `${label} ${value}` : `${label}: ${value}`;
}

/** `turun satu karena …`: how the number moved last; null where it never did. */
export function moveWords(from: number | null, to: number, words: string): string | null {
  if (from === null || from === to) return null;
  const by = numberWord(Math.abs(to - from));
  return `${to > from ? 'turun' : 'naik'} ${by} karena ${words}`;
}

/** Days after which a family is asked whether it still waits, and days that it has to answer. */
export const ASK_DAYS = 90;
export const STAY_DAYS = 21;

/** What the family of a waiting child may owe: the fee, taken back after the result, or what a corrected one lacks. */
export const OWED_PARTS = ['fee', 'difference'] as const;
export type OwedPart = (typeof OWED_PARTS)[number];

/** Whether the family of a waiting child has to pay now. */
export const OWED_WORDS: Readonly<Record<OwedPart | 'nothing', string>> = {
  fee: 'Kursi hanya ditawarkan setelah biaya pendaftaran terverifikasi lagi.',
  difference: 'Kekurangan biaya pendaftaran masih perlu dibayar.',
  nothing: 'Anda tidak perlu membayar apa pun sekarang.',
};
