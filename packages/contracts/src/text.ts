import { PASSWORD_MAX, passwordLength } from '@gerbang/domain/passwords';
import { z } from 'zod';
import { oneSpelling, withoutEdgeMarks, withoutMarks } from '@gerbang/domain/one-spelling';
import { normalizeAnyPhone, normalizePhone } from './phone.ts';

// Control characters, lone surrogates and bidi controls never belong in a line of text.
const FORBIDDEN = /[\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/u;
const INVISIBLE_EDGES = /^[\s\u200B-\u200D\u2060\uFEFF]+|[\s\u200B-\u200D\u2060\uFEFF]+$/gu;
const INVISIBLE_ONLY = /^[\s\p{Cf}\p{Mn}\p{Me}\u115F\u1160\u3164\uFFA0\u2800]*$/u;

// What begins a tag (WHATWG HTML, 13.2.5.6): texts are shown as they are and have no markup. A sign before anything else stays,
// as in `nilai < 70` and `<3`.
const TAG_START = '<[A-Za-z/!?]';
const TAG = new RegExp(TAG_START, 'u');
export const NO_TAG = 'Tidak boleh berisi kode HTML';
export const noTag = (text: string | null): boolean => text === null || !TAG.test(text);

// The pattern that the published description shows for rules that are code: something visible, nothing forbidden.
const VISIBLE = '[\\p{L}\\p{N}\\p{P}\\p{S}]';
const lineRule = (max: number, without = '') => {
  const allowed = '[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*';
  return { maxLength: max, pattern: `^${without}${allowed}${VISIBLE}${allowed}$` };
};

/**
 * One line of text: NFC, trimmed, no control characters, not empty of visible characters; marks that are not seen go, in the
 * way of `unmarked`. Markup is let through: for texts that are only compared, or were stored before it was refused.
 */
export function lineWithMarkup(max: number, required: string, unmarked = withoutEdgeMarks) {
  return z
    .string(required)
    .max(max * 2, `Paling banyak ${max} karakter`)
    .transform((text) => unmarked(text.normalize('NFC')).replace(INVISIBLE_EDGES, ''))
    .refine((text) => text.isWellFormed() && !FORBIDDEN.test(text), 'Berisi karakter yang tidak didukung')
    .refine((text) => !INVISIBLE_ONLY.test(text), required)
    .refine((text) => text.length <= max, `Paling banyak ${max} karakter`)
    .refine((text) => !/\p{M}{5}/u.test(text.normalize('NFD')), 'Berisi karakter yang tidak didukung')
    .meta(lineRule(max));
}

/** The same without markup, as every text that is written: a person's or the school's. */
export const lineOfText = (max: number, required: string) =>
  lineWithMarkup(max, required)
    .refine(noTag, NO_TAG)
    .meta(lineRule(max, `(?!.*${TAG_START})`));

// The Latin letters that the typeface of papers draws, with their mark or without it; a test compares them with the fonts.
const LETTERS = 'A-Za-zÀ-ÖØ-öø-ňŊ-žƏƒƠơƯưǍ-ǜǞ-ǣǦ-ǭǰǴǵǸ-țȞȟȦ-ȳȷəḀ-ẙẞẠ-ỹ';
const IN_NAMES = `${LETTERS}\\u0300-\\u036F '.,-`;
const NAME_SIGNS = new RegExp(`^[${IN_NAMES}]*[${LETTERS}][${IN_NAMES}]*$`, 'u');
const NOT_IN_NAMES = new RegExp(`[^${IN_NAMES}]`, 'u');

/** Words with a dot behind them that are titles and degrees, not addresses: `Prof.Dr.`, `S.Farm.Apt`, `M.Farm.Klin`. */
const TITLES = new Set(
  'prof dr drg drs dra ir apt ners farm klin keb kep kes kom stat psi hum sos tekn arch ars ling filol'.split(
    ' ',
  ),
);
const ENDS =
  'com|net|org|info|biz|app|link|site|shop|store|online|xyz|top|dev|id|co|me|ly|io|to|gl|cc|gg|tv|ai|us|my|sg';
/** What a messenger makes a link of, whatever its case. */
const LINKED = new RegExp(`://|www\\.|[\\p{L}\\p{M}]\\.+(?:${ENDS})(?![\\p{L}\\p{M}])`, 'iu');
/** Degrees that people also write in lower case (S.pd) and that are the end of no address. */
const SMALL = 'pd|kom|kes|kep|keb|ked|psi|hum|sos|sn';
/** A title is followed by a capital or a blank, an address goes on in lower case. */
const GOES_ON = new RegExp(`[\\p{L}\\p{M}]\\.+(?!(?:${SMALL})(?![\\p{L}\\p{M}]))\\p{Ll}{2}`, 'u');
const LONG_WORD = /([\p{L}\p{M}]{4,})\.(\p{L}[\p{L}\p{M}]+)/gu;

/** Whether a text holds what a telephone makes a link of: `https://`, `www.`, or a word with a dot in it. */
export function looksLikeAddress(text: string): boolean {
  if (LINKED.test(text) || GOES_ON.test(text)) return true;
  const isTitle = (word = '') => TITLES.has(word.toLowerCase());
  return [...text.matchAll(LONG_WORD)].some(([, before, behind]) => !(isTitle(before) && isTitle(behind)));
}

/** Why a name cannot be taken: with the sign that it holds, or where what it says belongs. Null where its signs are right. */
function nameFault(name: string, signs: string): string | null {
  if (/\(\s*almh?\.?\s*\)/iu.test(name)) {
    return 'Nama ditulis tanpa (Alm) atau (Almh); keadaan orang tua diisi di isian Status';
  }
  const [odd] = NOT_IN_NAMES.exec(name) ?? [];
  if (odd !== undefined && /[\p{L}\p{M}]/u.test(odd))
    return `Tulis nama dengan huruf Latin, seperti di akta kelahiran; huruf ${odd} tidak dapat dicetak`;
  if (odd !== undefined) return /\P{C}/u.test(odd) ? `${signs}, tidak ${odd}` : signs;
  return NAME_SIGNS.test(name) ? null : signs;
}

/**
 * The name of a person: Latin letters that papers draw, blanks, apostrophes, hyphens, dots and commas. It goes into messages
 * under the school's name, so it carries no address and no number.
 */
export function personName(max: number, required: string) {
  const signs = 'Nama hanya boleh berisi huruf, spasi, titik, koma, tanda petik, dan tanda hubung';
  return lineWithMarkup(max, required)
    .transform(oneSpelling)
    .pipe(
      z
        .string()
        .superRefine((name, context) => {
          const message = nameFault(name, signs);
          if (message !== null) context.addIssue({ code: 'custom', message, continue: false });
        })
        .refine(
          (name) => !looksLikeAddress(name),
          'Nama tidak boleh menyerupai alamat situs. Beri spasi setelah titik.',
        ),
    )
    .meta({ maxLength: max, pattern: NAME_SIGNS.source });
}

/** The name of a person that may stay empty. */
export const optionalPersonName = (max: number) =>
  z.preprocess(emptyAsNull, personName(max, 'Isian tidak valid').nullable());

/** An e-mail, compared without regard to case: stored in lower case, NFC. */
export function emailText(message: string) {
  return z
    .string(message)
    .max(254, message)
    .refine((text) => text.isWellFormed() && !FORBIDDEN.test(withoutMarks(text)), message)
    .transform((text) => withoutMarks(text).normalize('NFC').trim().toLowerCase())
    .pipe(z.email(message))
    .meta({ format: 'email' });
}

/** A mobile number in any spelling, stored as E.164. */
export function mobileNumber(tooShort: string) {
  return z
    .string(tooShort)
    .max(40, 'Nomor telepon tidak valid')
    .refine((text) => text.trim().length >= 10, tooShort)
    .transform((text, context) => {
      const number = normalizePhone(text);
      if (number === null) {
        context.addIssue({ code: 'custom', message: 'Nomor telepon tidak valid' });
        return z.NEVER;
      }
      return number;
    })
    .meta({ minLength: 10, format: 'phone' });
}

/** A new password: `min` to 128 code points after NFKC, without further rules. */
export function passwordText(min: number, tooShort: string) {
  return z
    .string(tooShort)
    .max(PASSWORD_MAX * 8, `Password maksimal ${PASSWORD_MAX} karakter`)
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), 'Berisi karakter yang tidak didukung')
    .refine((text) => passwordLength(text) >= min, tooShort)
    .refine((text) => passwordLength(text) <= PASSWORD_MAX, `Password maksimal ${PASSWORD_MAX} karakter`)
    .meta({ minLength: min, maxLength: PASSWORD_MAX });
}

/** A password as typed at login: any text within bounds; whether it fits is decided by its hash. */
export function typedPassword(required: string) {
  return z
    .string(required)
    .min(1, required)
    .max(PASSWORD_MAX * 8, `Password maksimal ${PASSWORD_MAX} karakter`)
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), 'Berisi karakter yang tidak didukung');
}

/** Nothing typed, blanks alone and null are the same: the field is empty. A mark that is seen is something, and is refused. */
function emptyAsNull(value: unknown): unknown {
  return typeof value === 'string' && value.isWellFormed() && withoutMarks(value).trim() === ''
    ? null
    : value;
}

/** A line of text without markup that may stay empty: '' and invisible characters become null. */
export function optionalLine(max: number) {
  return z.preprocess(emptyAsNull, lineOfText(max, 'Isian tidak valid').nullable());
}

const FORBIDDEN_IN_PARAGRAPHS = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/u;

function paragraph(max: number, required: string) {
  return z
    .string(required)
    .max(max * 2, `Paling banyak ${max} karakter`)
    .transform((typed) => typed.replace(/\r\n?/gu, '\n'))
    .refine(
      (typed) => typed.isWellFormed() && !FORBIDDEN_IN_PARAGRAPHS.test(typed),
      'Berisi karakter yang tidak didukung',
    )
    .transform((typed) => typed.normalize('NFC').replace(INVISIBLE_EDGES, ''))
    .refine((typed) => typed.length <= max, `Paling banyak ${max} karakter`)
    .refine((typed) => !/\p{M}{5}/u.test(typed.normalize('NFD')), 'Berisi karakter yang tidak didukung')
    .refine(noTag, NO_TAG)
    .meta({ maxLength: max });
}

/** Text of several lines that may stay empty; line ends become `\n`. */
export function optionalParagraph(max: number) {
  return z.preprocess(emptyAsNull, paragraphOfText(max, 'Isian tidak valid').nullable());
}

/** A required text of several lines, without markup. */
export function paragraphOfText(max: number, required: string) {
  return paragraph(max, required)
    .refine((typed) => !INVISIBLE_ONLY.test(typed), required)
    .meta({ maxLength: max, pattern: `^(?![\\s\\S]*${TAG_START})[\\s\\S]*${VISIBLE}` });
}

/** Exactly so many digits, kept as text with its zeros, or empty (KTP, NIK, No KK, NISN). */
export function optionalDigits(length: number, message: string) {
  const digits = z
    .string(message)
    .max(40, message)
    .transform((typed) => withoutMarks(typed).trim())
    .refine((typed) => /^[0-9]+$/u.test(typed) && typed.length === length, message)
    .meta({ maxLength: 40, pattern: `^\\s*[0-9]{${length}}\\s*$` });
  return z.preprocess(emptyAsNull, digits.nullable());
}

/** One of a list, or empty. */
export function optionalChoice<const T extends readonly [string, ...string[]]>(values: T, message: string) {
  return z.preprocess(emptyAsNull, z.enum(values, message).nullable());
}

function optionalNumber(normalize: (typed: string) => string | null) {
  const message = 'Nomor telepon tidak valid';
  const number = z
    .string(message)
    .max(40, message)
    .transform((typed, context) => {
      const normalized = normalize(typed);
      if (normalized !== null) return normalized;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({ format: 'phone' });
  return z.preprocess(emptyAsNull, number.nullable());
}

/** A phone of any kind as E.164, or empty. */
export function optionalPhone() {
  return optionalNumber(normalizeAnyPhone);
}

/** A mobile number as E.164, or empty: codes and messages can reach it. */
export function optionalMobile() {
  return optionalNumber(normalizePhone);
}

/** An id, whatever the case of its letters: links and databases write it in lower case (RFC 9562, 4). */
export const uuidText = (message = 'Id tidak valid') => z.uuid(message).toLowerCase();

/** The parameters of a path with one id. */
export const idParams = z.strictObject({ id: uuidText() });

/** An address as its family writes it. */
export const writtenAddress = {
  address: optionalParagraph(500),
  kelurahan: optionalLine(100),
  kecamatan: optionalLine(100),
  kab_kota: optionalLine(100),
  provinsi: optionalLine(100),
};

const stored = z.string().nullable();
/** The region of an address as it is stored. */
export const storedRegion = { kelurahan: stored, kecamatan: stored, kab_kota: stored, provinsi: stored };
