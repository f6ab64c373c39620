import { z } from '@gerbang/web-kit/forms/form';
import { editorCopy as copy } from './editor.copy.ts';
import type { Announcement, WaitingStudent } from '@gerbang/contracts/announcement-shapes';
import type { AnnouncementCreation } from '@gerbang/contracts/announcements';
import type { Jenjang } from '@gerbang/domain/levels';
import type { ChildMark } from './child-name.tsx';
import { PLAIN_RESULTS, type Result } from '@gerbang/domain/announcements';

/** The contract's bounds (packages/contracts, announcements), held together by a test. */
export const BOUNDS = { title: 200, content: 5000, period: 100, note: 1000, results: 2500 } as const;

const required = (max: number, message: string) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(max, copy.atMost(max)));

/** Required fields. */
export const editorSchema = z.object({
  title: required(BOUNDS.title, copy.required.title),
  observation_period: required(BOUNDS.period, copy.required.period),
  jenjang: required(3, copy.required.level),
  content: required(BOUNDS.content, copy.required.content),
});

export const FIELDS = ['title', 'observation_period', 'jenjang', 'content'] as const;
export type EditorValues = Readonly<Record<(typeof FIELDS)[number], string>>;

/** Initial values of the form. */
export function valuesOf(announcement: Announcement | null): EditorValues {
  return {
    title: announcement?.title ?? '',
    observation_period: announcement?.observation_period ?? '',
    jenjang: announcement?.jenjang ?? '',
    content: announcement?.content ?? '',
  };
}

/** The choice for a student; `left_out` = keeps waiting, not in this announcement. */
const PLAIN_ANSWERS = [...PLAIN_RESULTS, 'left_out'] as const;
export type Answer = Result | 'left_out';
export const ANSWERS: readonly Answer[] = [...PLAIN_ANSWERS, 'waitlisted'];

/** The choices of a student: the waiting list where the places of the class are limited. */
export const answersOf = ({ pool }: Pick<Student, 'pool'>): readonly Answer[] =>
  pool === null ? PLAIN_ANSWERS : ANSWERS;

/** The choices of a list of students: those that one of them has. */
export const answersAmong = (students: readonly Student[]): readonly Answer[] =>
  students.some(({ pool }) => pool !== null) ? ANSWERS : PLAIN_ANSWERS;

export interface Choice {
  readonly answer: Answer;
  readonly note: string;
  /** Whether a person has examined it. */
  readonly seen: boolean;
}

/** A student who can get a result, with the value before any change. */
export interface Student {
  /** The registration's. */
  readonly id: string;
  readonly childId: string;
  readonly name: string;
  readonly nickName: string | null;
  readonly number: string;
  readonly child: ChildMark['child'];
  readonly jenjang: Jenjang;
  readonly kelas: string | null;
  /** The places of the class; null = not limited. */
  readonly pool: NonNullable<WaitingStudent['pool']> | null;
  /** What assessors said together; missing without a sheet. */
  readonly observation?: WaitingStudent['observation'];
  readonly begin: Choice;
}

/** The choices that were touched, by registration. */
export type Touched = Readonly<Record<string, Choice>>;

type Results = NonNullable<AnnouncementCreation['results']>;

const byName = new Intl.Collator('id', { sensitivity: 'base', numeric: true });

type Row = Announcement['results'][number];

/** The student of a draft's row, as the list of those who wait describes one. */
const waitingOf = ({
  registration_id: id,
  child_id,
  child,
  pool,
  observation,
  registration,
}: Row): WaitingStudent => ({
  id,
  child_id,
  child,
  pool,
  observation,
  registration_number: registration.registration_number,
  jenjang: registration.jenjang,
  kelas: registration.kelas,
});

const studentOf = (row: WaitingStudent, begin: Choice): Student => ({
  id: row.id,
  childId: row.child_id,
  name: row.child.full_name,
  nickName: row.child.nick_name,
  number: row.registration_number,
  child: row.child,
  jenjang: row.jenjang,
  kelas: row.kelas,
  pool: row.pool ?? null,
  ...(row.observation && { observation: row.observation }),
  begin,
});

/**
 * The students of a level: those of the draft with what it says of them, and those who wait besides. A result starts as
 * passed; students who began to wait after the draft was saved are left out until the user adds them.
 */
export function studentsOf(
  jenjang: string,
  waiting: readonly WaitingStudent[],
  draft: Announcement | null,
): Student[] {
  const ownLevel = draft?.jenjang === jenjang ? draft : null;
  const inDraft = (ownLevel?.results ?? []).map((row) =>
    studentOf(waitingOf(row), {
      // A class that is limited no more has no waiting list.
      answer: row.result === 'waitlisted' && !row.pool ? 'left_out' : row.result,
      note: row.individual_note ?? '',
      seen: row.checked !== null,
    }),
  );
  const known = new Set(inDraft.map(({ id }) => id));
  const others = waiting
    .filter(({ id }) => !known.has(id))
    .map((row) => studentOf(row, { answer: ownLevel ? 'left_out' : 'passed', note: '', seen: false }));
  return [...inDraft, ...others].sort((a, b) => byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

/** Students whom a save has put into the draft since the rows began, and who therefore wait no more. */
export function takenSince(
  jenjang: string,
  waiting: readonly WaitingStudent[],
  begun: Announcement | null,
  now: Announcement | null,
): WaitingStudent[] {
  if (now === begun || now?.jenjang !== jenjang) return [];
  const known = new Set(waiting.map(({ id }) => id));
  for (const row of begun?.results ?? []) known.add(row.registration_id);
  return now.results.filter(({ registration_id: id }) => !known.has(id)).map(waitingOf);
}

/** The present choice for a student. */
export function choiceOf(student: Student, touched: Touched): Choice {
  return touched[student.id] ?? student.begin;
}

/** The results as the call takes them. */
export function resultsOf(students: readonly Student[], touched: Touched): Results {
  return students.flatMap((student) => {
    const { answer, note, seen } = choiceOf(student, touched);
    if (answer === 'left_out') return [];
    return [
      {
        child_id: student.childId,
        registration_id: student.id,
        result: answer,
        individual_note: note.trim() || null,
        checked: seen,
      },
    ];
  });
}

/** How many students have each result, and how many of those in the announcement are not examined yet. */
export function countsOf(students: readonly Student[], touched: Touched) {
  const counts = { total: students.length, passed: 0, failed: 0, waitlisted: 0, left_out: 0, unseen: 0 };
  for (const student of students) {
    const { answer, seen } = choiceOf(student, touched);
    counts[answer] += 1;
    if (!seen && answer !== 'left_out') counts.unseen += 1;
  }
  return counts;
}

/** The limited classes of these students, with how many are accepted. */
export function seatsOf(students: readonly Student[], touched: Touched) {
  const pools = new Map<string, { label: string; free: number; passed: number }>();
  for (const student of students) {
    const { pool, jenjang } = student;
    if (pool === null) continue;
    const label = pool.kelas === null ? jenjang : `${jenjang} ${pool.kelas}`;
    const seats = pools.get(pool.id) ?? { label, free: Math.max(pool.free, 0), passed: 0 };
    if (choiceOf(student, touched).answer === 'passed') seats.passed += 1;
    pools.set(pool.id, seats);
  }
  return [...pools.values()].map((seats) => ({ ...seats, exceeded: seats.passed > seats.free }));
}

/** The touched choices as a text that a device can keep; '' = none. */
export function packed(touched: Touched): string {
  const entries = Object.entries(touched).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? '' : JSON.stringify(entries);
}

const isChoice = (value: unknown): value is Choice =>
  typeof value === 'object' &&
  value !== null &&
  'answer' in value &&
  ANSWERS.some((one) => one === value.answer) &&
  'note' in value &&
  typeof value.note === 'string' &&
  'seen' in value &&
  typeof value.seen === 'boolean';

/** Reads what was kept; anything else counts as nothing. */
export function unpacked(text: string | undefined): Touched {
  if (!text) return {};
  try {
    const entries: unknown = JSON.parse(text);
    if (!Array.isArray(entries)) return {};
    return Object.fromEntries(
      entries.flatMap((entry: unknown): [string, Choice][] =>
        Array.isArray(entry) && typeof entry[0] === 'string' && isChoice(entry[1])
          ? [[entry[0], entry[1]]]
          : [],
      ),
    );
  } catch {
    return {}; // cut off or of an older make: there is no draft
  }
}
