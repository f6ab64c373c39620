import { numberEnd } from '@gerbang/web-kit/page/format';
import type { Answer, Student } from './editor-values.ts';
import { answersOf, BOUNDS } from './editor-values.ts';

/**
 * The cells of what a spreadsheet puts on the clipboard: tabs between cells, and quotes around a cell that holds a tab, a
 * quote or a line break. Without any tab, semicolons part the cells. Empty lines are left out.
 */
export function cellsOf(text: string): string[][] {
  const separator = text.includes('\t') ? '\t' : ';';
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = () => {
    if (row.some((cell) => cell.trim() !== '')) rows.push(row);
    row = [];
  };
  while (at <= text.length) {
    const cell = cellAt(text, at, separator);
    row.push(cell.value);
    const end = text[cell.end];
    if (end !== separator) endRow();
    at = cell.end + (end === '\r' && text[cell.end + 1] === '\n' ? 2 : 1);
  }
  return rows;
}

/** The cell that begins here, and where it ends; a quote that is never closed belongs to the text. */
function cellAt(text: string, start: number, separator: string): { value: string; end: number } {
  if (text[start] === '"') {
    const quoted = /^"((?:[^"]|"")*)"/u.exec(text.slice(start));
    const end = start + (quoted?.[0].length ?? 0);
    const next = text[end];
    if (quoted && (next === undefined || next === separator || next === '\n' || next === '\r'))
      return { value: (quoted[1] ?? '').replaceAll('""', '"'), end };
  }
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { value: text.slice(start, end), end };
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLocaleLowerCase('id')
    .replace(/[.'’‘`,_-]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();

const RESULT_WORDS: Readonly<Record<string, Answer>> = {
  lulus: 'passed',
  l: 'passed',
  diterima: 'passed',
  terima: 'passed',
  passed: 'passed',
  'tidak lulus': 'failed',
  'tdk lulus': 'failed',
  tl: 'failed',
  tidak: 'failed',
  tdk: 'failed',
  'tidak diterima': 'failed',
  'tdk diterima': 'failed',
  'belum diterima': 'failed',
  ditolak: 'failed',
  gagal: 'failed',
  failed: 'failed',
  cadangan: 'waitlisted',
  'daftar tunggu': 'waitlisted',
  waitlisted: 'waitlisted',
  tunda: 'left_out',
  ditunda: 'left_out',
};

/** The result that a cell names; null for any other text. */
export const resultOf = (cell: string): Answer | null => RESULT_WORDS[plain(cell)] ?? null;

const HEADERS = {
  name: ['nama', 'nama siswa', 'nama anak', 'nama lengkap', 'siswa'],
  number: ['nomor', 'no pendaftaran', 'nomor pendaftaran', 'no registrasi'],
  result: ['hasil', 'hasil observasi', 'keputusan', 'kelulusan'],
  note: ['catatan', 'catatan untuk keluarga', 'keterangan'],
} as const;
type Column = keyof typeof HEADERS;
type Columns = Partial<Record<Column, number>>;

/** Which column holds what, by the titles of the first row; null where that is no row of titles. */
function titled(first: readonly string[]): Columns | null {
  const found: Columns = {};
  for (const [at, cell] of first.entries()) {
    const column = (Object.keys(HEADERS) as Column[]).find((name) =>
      (HEADERS[name] as readonly string[]).includes(plain(cell)),
    );
    if (column && found[column] === undefined) found[column] = at;
  }
  return found.name === undefined && found.number === undefined && found.result === undefined ? null : found;
}

/**
 * The one column whose filled cells are all results. A column of nothing but L may be the boys of a column of sexes, so it
 * needs a title; of two such columns none is chosen.
 */
function resultColumn(rows: readonly string[][]): number | null {
  const width = Math.max(...rows.map((row) => row.length));
  const fitting = Array.from({ length: width }, (_none, at) => at).filter((at) => {
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell.trim() !== '');
    return (
      cells.length > 0 &&
      cells.every((cell) => resultOf(cell) !== null) &&
      cells.some((cell) => plain(cell) !== 'l')
    );
  });
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** A row that can be applied. */
export interface Recognised {
  readonly line: number;
  readonly student: Student;
  readonly answer: Answer;
  /** Empty = the sheet says nothing, and the present note stays. */
  readonly note: string;
  /** The other name that the sheet has for the number. */
  readonly otherName: string | null;
}

export const PROBLEMS = ['namesakes', 'twice', 'no_result', 'too_long', 'unknown'] as const;

/** A row that is not applied, and why. */
export interface Problem {
  readonly line: number;
  readonly why: (typeof PROBLEMS)[number];
  readonly text: string;
}

export interface Reading {
  readonly recognised: readonly Recognised[];
  readonly problems: readonly Problem[];
  /** Whether there is text in which no column of results was found. */
  readonly noResults: boolean;
}

const NUMBER = /^[A-Za-z]{2,}-\d{4}-[A-Za-z]+-\d+$/u;

/** The students by their plain name and by both forms of their number. */
function indexOf(students: readonly Student[]) {
  const names = new Map<string, Student[]>();
  const numbers = new Map<string, Student[]>();
  const add = (map: Map<string, Student[]>, key: string, student: Student) =>
    map.set(key, [...(map.get(key) ?? []), student]);
  for (const student of students) {
    add(names, plain(student.name), student);
    add(numbers, student.number.toLowerCase(), student);
    add(numbers, numberEnd(student.number).toLowerCase(), student);
  }
  return { names, numbers };
}

/**
 * Reads a pasted sheet against the students of the level. A number decides before a name; a name that several students
 * have decides nothing. Nothing is applied here.
 */
export function readPasted(text: string, students: readonly Student[]): Reading {
  const all = cellsOf(text);
  const [first] = all;
  if (!first) return { recognised: [], problems: [], noResults: false };
  const titles = titled(first);
  const rows = titles ? all.slice(1) : all;
  const resultAt = titles?.result ?? (rows.length > 0 ? resultColumn(rows) : null);
  if (resultAt === null || resultAt === undefined)
    return { recognised: [], problems: [], noResults: rows.length > 0 };
  const { names, numbers } = indexOf(students);

  const read = (cells: readonly string[], index: number): Recognised | Problem => {
    const line = index + (titles ? 2 : 1);
    const others = cells
      .map((cell, at) => ({ at, cell: cell.trim() }))
      .filter(({ at, cell }) => at !== resultAt && cell !== '');
    const noteAt = titles?.note ?? others.findLast(({ at }) => at > resultAt)?.at;
    const keys = others.filter(({ at }) => at !== noteAt);
    const byTitle = (column: Column) => keys.filter(({ at }) => titles?.[column] === at);
    const numbered = byTitle('number').concat(
      keys.filter(({ cell }) => NUMBER.test(cell) || numbers.has(cell.toLowerCase())),
    )[0];
    const named = byTitle('name').concat(keys.filter(({ cell }) => names.has(plain(cell))))[0];
    const problem = (why: Problem['why']): Problem => ({
      line,
      why,
      text: named?.cell ?? numbered?.cell ?? keys[0]?.cell ?? cells.join(' ').trim(),
    });
    const found = numbered
      ? numbers.get(numbered.cell.toLowerCase())
      : named
        ? names.get(plain(named.cell))
        : undefined;
    const [student, ...namesakes] = found ?? [];
    if (!student) return problem('unknown');
    if (namesakes.length > 0) return problem('namesakes');
    const answer = resultOf(cells[resultAt] ?? '');
    if (answer === null || !answersOf(student).includes(answer)) return problem('no_result');
    const note = (noteAt === undefined ? '' : (cells[noteAt] ?? '')).trim();
    if (note.length > BOUNDS.note) return problem('too_long');
    const otherName = named && plain(named.cell) !== plain(student.name) ? named.cell : null;
    return { line, student, answer, note, otherName };
  };
  return withoutRepeats(rows.map(read));
}

/** A student in several rows is in none: which of them counts would be a guess. */
function withoutRepeats(read: readonly (Recognised | Problem)[]): Reading {
  const times = new Map<string, number>();
  for (const row of read)
    if ('student' in row) times.set(row.student.id, (times.get(row.student.id) ?? 0) + 1);
  const once = (row: Recognised) => times.get(row.student.id) === 1;
  return {
    recognised: read.filter((row): row is Recognised => 'student' in row && once(row)),
    problems: read.flatMap((row): Problem[] => {
      if (!('student' in row)) return [row];
      return once(row) ? [] : [{ line: row.line, why: 'twice', text: row.student.name }];
    }),
    noResults: false,
  };
}
