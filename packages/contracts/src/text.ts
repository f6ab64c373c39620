import { PASSWORD_MAX, passwordLength } from '@gerbang/domain/password-rules';
import { z } from 'zod';
import { normalizePhone } from './phone.ts';

// Control characters, lone surrogates and bidi controls never belong in a line of text (reliability G29).
const FORBIDDEN = /[\u0000-\u001F\u007F\u202A-\u202E\u2066-\u2069]/u;
const INVISIBLE_EDGES = /^[\s\u200B-\u200D\u2060\uFEFF]+|[\s\u200B-\u200D\u2060\uFEFF]+$/gu;
const INVISIBLE_ONLY = /^[\s\p{Cf}\p{Mn}\p{Me}\u115F\u1160\u3164\uFFA0\u2800]*$/u;

/** One line of text: NFC, trimmed, no control characters, not empty of visible characters. */
export function lineOfText(max: number, required: string) {
  return z
    .string(required)
    .max(max * 2, `Paling banyak ${max} karakter`)
    .refine((text) => text.isWellFormed() && !FORBIDDEN.test(text), 'Berisi karakter yang tidak didukung')
    .transform((text) => text.normalize('NFC').replace(INVISIBLE_EDGES, ''))
    .refine((text) => !INVISIBLE_ONLY.test(text), required)
    .refine((text) => text.length <= max, `Paling banyak ${max} karakter`)
    .refine((text) => !/\p{M}{5}/u.test(text.normalize('NFD')), 'Berisi karakter yang tidak didukung');
}

/** An e-mail, compared without regard to case: stored in lower case, NFC. */
export function emailText(message: string) {
  return z
    .string(message)
    .max(254, message)
    .refine((text) => text.isWellFormed() && !FORBIDDEN.test(text), message)
    .transform((text) => text.normalize('NFC').trim().toLowerCase())
    .pipe(z.email(message));
}

/** A mobile number in any spelling, stored as E.164 (decisions, Accounts). */
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
    });
}

/** A password that somebody chooses: `min` to 128 code points after NFKC, no other demand (decisions, Accounts). */
export function passwordText(min: number, tooShort: string) {
  return z
    .string(tooShort)
    .max(PASSWORD_MAX * 8, `Password maksimal ${PASSWORD_MAX} karakter`)
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), 'Berisi karakter yang tidak didukung')
    .refine((text) => passwordLength(text) >= min, tooShort)
    .refine((text) => passwordLength(text) <= PASSWORD_MAX, `Password maksimal ${PASSWORD_MAX} karakter`);
}

/** A password as typed at login: any text within bounds; whether it fits is decided by its hash. */
export function typedPassword(required: string) {
  return z
    .string(required)
    .min(1, required)
    .max(PASSWORD_MAX * 8, `Password maksimal ${PASSWORD_MAX} karakter`)
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), 'Berisi karakter yang tidak didukung');
}
