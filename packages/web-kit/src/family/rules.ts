import { z } from '../forms/form.ts';

const PHONE_MIN = 10;

/** At most so many characters. */
export function upTo(max: number) {
  return z.string().check(z.maxLength(max, `Paling banyak ${max} karakter`));
}

/** A line that must be filled. */
export function required(max: number, message: string) {
  return z
    .string()
    .check(z.trim(), z.minLength(1, message), z.maxLength(max, `Paling banyak ${max} karakter`));
}

/** Exactly 16 digits, or empty (KTP, NIK, No KK). */
export function sixteenDigits(message: string) {
  return z.string().check(z.trim(), z.regex(/^(?:\d{16})?$/u, message));
}

/** A phone number by its length only, or empty; the server checks whether it is valid. */
export function phoneOrEmpty() {
  return z.string().check(
    z.trim(),
    z.refine(
      (typed) => typed === '' || typed.length >= PHONE_MIN,
      `Nomor telepon minimal ${PHONE_MIN} digit`,
    ),
  );
}

/** The region names and the address that profile and child share. */
export const ADDRESS_RULES = {
  provinsi: upTo(100),
  kab_kota: upTo(100),
  kecamatan: upTo(100),
  kelurahan: upTo(100),
  address: upTo(500),
};
