import { childFields } from '@gerbang/contracts/children';
import { profileFields } from '@gerbang/contracts/parents';
import { registrationFields } from '@gerbang/contracts/registrations';
import { userEmail } from '@gerbang/contracts/users';
import { IMPORT_FIELDS, type ImportField, type ImportSource } from '@gerbang/domain/imports';
import { type Level, refuseClass } from '@gerbang/domain/levels';
import { oneSpelling } from '@gerbang/domain/one-spelling';
import type { z } from 'zod';
import { cellText, type ListCell } from './list-table.ts';

/** What is read of a cell: its value, or what is wrong with it and the text as it stands. */
export type ReadValue =
  | { readonly value: string | boolean | null }
  | { readonly wrong: string; readonly text: string };

/** What the cells of a list are read by: the school's levels and its years. */
export interface ListTerms {
  readonly levels: readonly Level[];
  /** The years that take children: planned and open ones, the newest first. */
  readonly years: readonly string[];
  /** Today in Jakarta. */
  readonly today: string;
}

/** `1.23E+15`, `3,17401E+15`: a spreadsheet has rounded the number. */
const EXPONENT = /^\d+(?:[.,]\d+)?E\+?\d+$/iu;
/** A number that a spreadsheet writes with an empty fraction. */
const EMPTY_FRACTION = /[.,]0+$/u;

const wrong = (text: string, reason: string): ReadValue => ({ wrong: reason, text });

/** A value by the rule of the family's own call. */
function byRule(rule: z.ZodType, text: string): ReadValue {
  const read = rule.safeParse(text);
  if (read.success) return { value: read.data as string | null };
  return wrong(text, read.error.issues[0]?.message ?? 'Isian tidak valid');
}

const digitsOf = (text: string): string => text.replace(/[\s.'`’‘-]/gu, '');

/** An identity number of so many digits; zeros in front that a spreadsheet has dropped from a number come back where `zeros` says how many may. */
function identityNumber(field: 'nik' | 'kk_number' | 'nisn', cell: ListCell): ReadValue {
  const text = cellText(cell);
  const { label } = IMPORT_FIELDS[field];
  if (EXPONENT.test(text)) return wrong(text, `${label} rusak oleh Excel. Ketik ulang sebagai teks.`);
  const isNumber = typeof cell === 'object';
  const digits = digitsOf(isNumber ? text.replace(EMPTY_FRACTION, '') : text);
  const rule = field === 'nisn' ? registrationFields.nisn : childFields[field];
  // The first digits of a NISN are those of a birth year and are often 00.
  return byRule(
    rule,
    field === 'nisn' && isNumber ? digits.padStart(digits.length < 8 ? 0 : 10, '0') : digits,
  );
}

function phone(rule: z.ZodType, cell: ListCell): ReadValue {
  const text = cellText(cell);
  if (EXPONENT.test(text)) return wrong(text, 'Nomor telepon rusak oleh Excel. Ketik ulang sebagai teks.');
  return byRule(rule, typeof cell === 'object' ? text.replace(EMPTY_FRACTION, '') : text.replace(/^'/u, ''));
}

const MONTHS: readonly (readonly string[])[] = [
  'januari jan january',
  'februari feb pebruari february',
  'maret mar mrt march',
  'april apr',
  'mei may',
  'juni jun june',
  'juli jul july',
  'agustus agu agt ags agst aug august',
  'september sep sept',
  'oktober okt oct october',
  'november nov nop nopember',
  'desember des dec december',
].map((words) => words.split(' '));

/** The day of these numbers; null for one that is not in the calendar. */
function dayOf(year: number, month: number, day: number): string | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text;
}

const SERIAL_ZERO = Date.UTC(1899, 11, 30);
/** 1950 to 2100 as spreadsheets count days. */
const SERIALS = { from: 18_264, to: 73_050 } as const;
const fullYear = (text: string) => Number(text.length === 2 ? `20${text}` : text);

/**
 * A day as people and spreadsheets write it: `2020-03-17`, `17/03/2020`, `17-3-20`, `17 Maret 2020`, or the number of the day.
 * Null for anything else; day before month, as is written here.
 */
export function readDay(typed: string): string | null {
  const text = typed.trim().replace(/^'/u, '');
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T].*)?$/u.exec(text) ?? [];
  if (isoYear !== undefined) return dayOf(Number(isoYear), Number(isoMonth), Number(isoDay));
  const [, day, month, year = ''] =
    /^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4}|\d{2})(?: \d{1,2}[:.].*)?$/u.exec(text) ?? [];
  if (day !== undefined) return dayOf(fullYear(year), Number(month), Number(day));
  const [, named, word = '', yearBehind = ''] =
    /^(?:[a-z']+,\s*)?(\d{1,2})[\s.-]+([a-z]+)[\s.,-]+(\d{4}|\d{2})$/iu.exec(text) ?? [];
  if (named !== undefined) {
    const place = MONTHS.findIndex((words) => words.includes(word.toLowerCase()));
    return place < 0 ? null : dayOf(fullYear(yearBehind), place + 1, Number(named));
  }
  if (!/^\d{5}(?:[.,]\d+)?$/u.test(text)) return null;
  const days = Math.floor(Number(text.replace(',', '.')));
  if (days < SERIALS.from || days > SERIALS.to) return null;
  return new Date(SERIAL_ZERO + days * 86_400_000).toISOString().slice(0, 10);
}

const DAY_UNKNOWN = 'Tanggal tidak dikenal. Tulis seperti 17/03/2020.';

function day(cell: ListCell, rule?: z.ZodType): ReadValue {
  const text = cellText(cell);
  const read = readDay(text);
  if (read === null) return wrong(text, DAY_UNKNOWN);
  return rule ? byRule(rule, read) : { value: read };
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** One of several words, each with its other spellings. */
function choice(
  cell: ListCell,
  words: readonly (readonly [string | boolean, string])[],
  message: string,
): ReadValue {
  const text = cellText(cell);
  const found = words.find(([, spellings]) => spellings.split(' ').includes(plain(text)));
  return found ? { value: found[0] } : wrong(text, message);
}

const GENDER_WORDS = [
  ['male', 'male l lk laki lakilaki pria cowok putra m 1'],
  ['female', 'female p pr perempuan wanita cewek putri f w 2'],
] as const;
const SOURCE_WORDS: readonly (readonly [ImportSource, string])[] = [
  ['inden', 'inden indent booking pesan'],
  ['continuing', 'continuing lanjut lanjutjenjang lanjutan naikjenjang internal'],
  ['paper', 'paper kertas formulir formulirkertas offline loket manual'],
];
const PAID_WORDS = [
  [true, 'true ya y yes lunas sudah sudahlunas sudahbayar paid 1 v x ok'],
  [false, 'false tidak t tdk no n belum belumlunas belumbayar 0'],
] as const;
const METHOD_WORDS = [
  ['transfer', 'transfer tf trf bank transferbank va qris'],
  ['cash', 'cash tunai kas loket'],
] as const;

/** A school year as it is written: `2026/2027`, `2026-27`, `26/27`, `2026`. */
function year(cell: ListCell, { years }: ListTerms): ReadValue {
  const text = cellText(cell).replace(EMPTY_FRACTION, '');
  const [, first = ''] =
    /^(?:ta|t\.a\.?|tahun ajaran|tp)?\s*(\d{4}|\d{2})(?:\s*[/–—-]\s*(?:\d{4}|\d{2}))?$/iu.exec(text) ?? [];
  const from = fullYear(first);
  const second = /[/–—-]\s*(\d{4}|\d{2})$/u.exec(text)?.[1];
  if (first === '' || (second !== undefined && fullYear(second) !== from + 1))
    return wrong(text, 'Tahun ajaran tidak valid. Tulis seperti 2026/2027.');
  const label = `${from}/${from + 1}`;
  return years.includes(label)
    ? { value: label }
    : wrong(text, `Tahun ajaran ${label} belum direncanakan atau sudah ditutup`);
}

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];

/** The class of the level that a text names: `1`, `Kelas 1`, `I`, `SD 1`, `A` for `TK A`. */
function classOf(level: Level, text: string): string | null {
  const words = plain(text).replace(/^(?:kelas|kls)/u, '');
  const bare = words.startsWith(plain(level.jenjang)) ? words.slice(level.jenjang.length) : words;
  const spellings = [words, bare, String(ROMAN.indexOf(bare) + 1), `${plain(level.jenjang)}${bare}`];
  return level.classes.find((one) => spellings.includes(plain(one))) ?? null;
}

/** The level that a text names by its short name, the school's name for it, or with a class behind it. */
function levelOfText(text: string, levels: readonly Level[]): { level: Level; rest: string } | null {
  const typed = plain(text);
  const named = levels
    .flatMap((level) =>
      [level.jenjang, level.label, level.unit_name].map((name) => ({ level, name: plain(name) })),
    )
    .filter(({ name }) => name !== '' && typed.startsWith(name))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
  return named ? { level: named.level, rest: typed.slice(named.name.length) } : null;
}

type Read = Partial<Record<ImportField, ReadValue>>;

/** Level and class, which are read together: `SD 1` may stand in one cell, and a class without its level in the other. */
function levelAndClass(cells: Partial<Record<ImportField, ListCell>>, { levels }: ListTerms): Read {
  const typed = cellText(cells.jenjang);
  const typedClass = cellText(cells.kelas).replace(EMPTY_FRACTION, '');
  const given = typedClass === '' ? {} : { kelas: { value: typedClass } };
  if (typed === '') return given;
  const named = levelOfText(typed, levels);
  if (!named)
    return { jenjang: wrong(typed, 'Jenjang tidak dikenal. Tulis KB, TK, SD, atau SMP.'), ...given };
  const { level, rest } = named;
  if (!level.offered) return { jenjang: wrong(typed, `Jenjang ${level.label} tidak dibuka`), ...given };
  const within = rest === '' ? null : classOf(level, rest);
  if (rest !== '' && within === null)
    return { jenjang: wrong(typed, 'Jenjang tidak dikenal. Tulis KB, TK, SD, atau SMP.'), ...given };
  const jenjang = { value: level.jenjang };
  if (typedClass === '') return within === null ? { jenjang } : { jenjang, kelas: { value: within } };
  const kelas = classOf(level, typedClass);
  if (kelas !== null && refuseClass(level, kelas) === null) return { jenjang, kelas: { value: kelas } };
  const message =
    level.classes.length === 0
      ? `Jenjang ${level.label} tidak memiliki kelas`
      : `Kelas ${typedClass.slice(0, 20)} tidak ada di jenjang ${level.label}`;
  return { jenjang, kelas: wrong(typedClass, message) };
}

const NAME = (cell: ListCell, rule: z.ZodType) => byRule(rule, cellText(cell).replace(/\s+/gu, ' '));

const READERS: Readonly<
  Record<Exclude<ImportField, 'jenjang' | 'kelas'>, (cell: ListCell, terms: ListTerms) => ReadValue>
> = {
  full_name: (cell) => NAME(cell, childFields.full_name),
  nick_name: (cell) => NAME(cell, childFields.nick_name),
  gender: (cell) => choice(cell, GENDER_WORDS, 'Jenis kelamin tidak dikenal. Tulis L atau P.'),
  birth_city: (cell) => byRule(childFields.birth_city, cellText(cell)),
  birth_date: (cell) => day(cell, childFields.birth_date),
  nik: (cell) => identityNumber('nik', cell),
  nisn: (cell) => identityNumber('nisn', cell),
  kk_number: (cell) => identityNumber('kk_number', cell),
  academic_year: year,
  previous_school: (cell) => byRule(registrationFields.previous_school, cellText(cell)),
  source: (cell) => choice(cell, SOURCE_WORDS, 'Sumber tidak dikenal. Tulis inden, lanjut, atau kertas.'),
  registered_on: (cell, { today }) => {
    const read = day(cell);
    if (!('value' in read) || String(read.value) <= today) return read;
    return wrong(cellText(cell), 'Tanggal daftar tidak boleh di masa depan');
  },
  paper_number: (cell) => byRule(registrationFields.sibling_name, cellText(cell)),
  father_name: (cell) => NAME(cell, profileFields.father_name),
  father_phone: (cell) => phone(profileFields.father_phone, cell),
  mother_name: (cell) => NAME(cell, profileFields.mother_name),
  mother_phone: (cell) => phone(profileFields.mother_phone, cell),
  contact_phone: (cell) => phone(profileFields.contact_phone, cell),
  email: (cell) => byRule(userEmail, cellText(cell)),
  address: (cell) => byRule(profileFields.address, cellText(cell)),
  fee_paid: (cell) => choice(cell, PAID_WORDS, 'Tulis ya atau tidak'),
  payment_date: (cell) => day(cell),
  payment_method: (cell) =>
    choice(cell, METHOD_WORDS, 'Cara bayar tidak dikenal. Tulis transfer atau tunai.'),
};

/** What is read of a row's cells; an empty cell is left out. */
export function readValues(cells: Partial<Record<ImportField, ListCell>>, terms: ListTerms): Read {
  const read: Read = levelAndClass(cells, terms);
  for (const [field, reader] of Object.entries(READERS) as [
    keyof typeof READERS,
    (typeof READERS)['nik'],
  ][]) {
    const cell = cells[field];
    if (cell !== undefined && !/^[-–—.]?$/u.test(cellText(cell))) read[field] = reader(cell, terms);
  }
  return read;
}

/** A name as it is compared: without case, marks, signs and double blanks. */
export const comparedName = (name: string): string =>
  oneSpelling(name)
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
