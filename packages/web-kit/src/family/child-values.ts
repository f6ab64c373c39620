import type { Child, ChildChange, ChildCreation } from '@gerbang/contracts/children';
import { birthDays } from '@gerbang/domain/day-range';
import { dayWithin } from '../forms/day-rule.ts';
import { z } from '../forms/form.ts';
import { ADDRESS_RULES, required, sixteenDigits, upTo } from './rules.ts';

const SIBLINGS_MAX = 30;

/** The rules of a child's form. */
export const childSchema = z.object({
  full_name: required(100, 'Nama lengkap harus diisi'),
  nick_name: upTo(50),
  gender: z.string(),
  birth_city: required(100, 'Tempat lahir harus diisi'),
  birth_date: z.string().check(z.minLength(1, 'Tanggal lahir harus diisi'), dayWithin(birthDays)),
  nik: sixteenDigits('NIK harus 16 digit angka'),
  kk_number: sixteenDigits('Nomor KK harus 16 digit angka'),
  sibling_count: z.string().check(
    z.trim(),
    z.refine((typed) => /^\d*$/u.test(typed), 'Jumlah saudara harus berupa angka'),
    z.refine((typed) => Number(typed) <= SIBLINGS_MAX, `Jumlah saudara maksimal ${SIBLINGS_MAX}`),
  ),
  blood_type: z.string(),
  ...ADDRESS_RULES,
});
export type ChildValues = z.output<typeof childSchema>;
export type ChildField = keyof ChildValues;
const FIELDS = Object.keys(childSchema.shape) as ChildField[];

/** What a device may keep of an unfinished child: no NIK and no family-card number. */
export const KEPT_FIELDS = FIELDS.filter((name) => name !== 'nik' && name !== 'kk_number');

/** The child as the form shows it; a new one is empty. */
export function valuesOf(child: Child | null): ChildValues {
  return Object.fromEntries(FIELDS.map((name) => [name, String(child?.[name] ?? '')])) as ChildValues;
}

/** A field as the API takes it: a whole number of siblings, null for what is empty. */
function sent(name: ChildField, value: string): string | number | null {
  const text = value.trim();
  if (text === '') return null;
  return name === 'sibling_count' ? Number(text) : text;
}

/** The body of a change: these fields only. */
export function changeOf(values: ChildValues, names: readonly ChildField[]): ChildChange {
  return Object.fromEntries(names.map((name) => [name, sent(name, values[name])]));
}

/** The body of a new child, without the number of siblings if that is empty, and with the documents that the consent named. */
export function creationOf(values: ChildValues, documents: readonly string[] = []): ChildCreation {
  const { full_name, birth_city, birth_date } = values;
  const filled = FIELDS.filter((name) => values[name].trim() !== '');
  return {
    ...changeOf(values, filled),
    full_name,
    birth_city,
    birth_date,
    ...(documents.length > 0 && { consent_documents: [...documents] }),
  };
}
