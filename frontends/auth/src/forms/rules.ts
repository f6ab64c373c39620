import { PASSWORD_MAX, passwordLength } from '@gerbang/domain/passwords';
import { z } from '@gerbang/web-kit/form';

const NAME_MAX = 100;
const PHONE_MIN = 10;

/** A name that must be filled (accounts §5). */
export function nameRule() {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Nama harus diisi'),
      z.maxLength(NAME_MAX, `Paling banyak ${NAME_MAX} karakter`),
    );
}

/** A phone number by its length only: whether it is a mobile number is the server's to say (accounts §5, decisions, Accounts). */
export function phoneRule() {
  return z.string().check(z.trim(), z.minLength(PHONE_MIN, 'Nomor telepon minimal 10 digit'));
}

/** An e-mail, with the message of its form. */
export function emailRule(message: string) {
  return z.string().check(z.trim(), z.maxLength(254, message), z.email(message));
}

/** A password that somebody chooses: never trimmed, counted after NFKC (Precisions, Users). */
export function passwordRule(min: number, tooShort: string) {
  return z.string().check(
    z.refine((typed) => passwordLength(typed) >= min, tooShort),
    z.refine((typed) => passwordLength(typed) <= PASSWORD_MAX, `Password maksimal ${PASSWORD_MAX} karakter`),
  );
}

/** A field that must be filled, its spaces kept. */
export function requiredRule(message: string) {
  return z.string().check(z.minLength(1, message));
}

/** The confirmation equals the password; shown on the confirmation field, also while other fields are wrong (accounts §5). */
export function sameAs<P extends string, C extends string>(password: P, confirmation: C, message: string) {
  return z.refine<Record<P | C, string>>((values) => values[password] === values[confirmation], {
    path: [confirmation],
    message,
    when: () => true,
  });
}
