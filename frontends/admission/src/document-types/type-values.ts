import { DOCUMENT_FACTS, DOCUMENT_MAX_PAGES } from '@gerbang/domain/child-documents';
import { JENJANG } from '@gerbang/domain/levels';
import { z } from '@gerbang/web-kit/forms/form';
import type { DocumentType, TypeBody } from './document-types.api.ts';
import { typeFormCopy as copy } from './document-types.copy.ts';

const inRange = (text: string, from: number, to: number) =>
  /^\d{1,4}$/u.test(text) && Number(text) >= from && Number(text) <= to;
const text = (most: number, message: string) => z.string().check(z.trim(), z.maxLength(most, message));

/** The form holds texts only; several choices stand in one, a line each. */
export const typeSchema = z.object({
  key: z.string().check(z.regex(/^[a-z_]{2,30}$/u, copy.keyInvalid)),
  label: text(60, copy.labelLong).check(z.minLength(1, copy.labelRequired)),
  purpose: text(200, copy.long).check(z.minLength(1, copy.purposeRequired)),
  help: text(200, copy.long),
  jenjang: z.string().check(z.minLength(1, copy.levelsRequired)),
  classes: z.string(),
  required: z.string(),
  needed_by: z.string(),
  gate: z.string(),
  accepts: z.string(),
  max_files: z
    .string()
    .check(z.refine((value) => inRange(value, 1, DOCUMENT_MAX_PAGES), copy.maxFilesInvalid)),
  facts: z.string(),
  expires_months: z
    .string()
    .check(z.refine((value) => value === '' || inRange(value, 1, 120), copy.expiresInvalid)),
  position: z.string().check(z.refine((value) => inRange(value, 0, 1000), copy.positionInvalid)),
});

export type TypeValues = Readonly<Record<keyof typeof typeSchema.shape, string>>;

export const linesOf = (value: string): string[] => value.split('\n').filter(Boolean);
export const joined = (values: readonly string[]): string => values.join('\n');

/** A type as the form holds it; null = a new one, behind the others. */
export function valuesOf(type: DocumentType | null, after: number): TypeValues {
  return {
    key: type?.key ?? '',
    label: type?.label ?? '',
    purpose: type?.purpose ?? '',
    help: type?.help ?? '',
    jenjang: joined(type?.jenjang ?? JENJANG),
    classes: joined(type?.classes ?? []),
    required: (type?.required ?? true) ? '1' : '',
    needed_by: type?.needed_by ?? 're_enrolment',
    gate: type?.gate ?? 'warn',
    accepts: type?.accepts ?? 'image_pdf',
    max_files: String(type?.max_files ?? 1),
    facts: joined(type?.facts ?? []),
    expires_months: type?.expires_months ? String(type.expires_months) : '',
    position: String(type?.position ?? Math.min(1000, after + 1)),
  };
}

/** The body of the call. */
export function bodyFrom(values: TypeValues): TypeBody {
  const { key, label, purpose, help, needed_by, gate, accepts } = values;
  const classes = linesOf(values.classes);
  const facts = linesOf(values.facts);
  return {
    key,
    label,
    purpose,
    help,
    jenjang: JENJANG.filter((one) => linesOf(values.jenjang).includes(one)),
    classes: classes.length > 0 ? classes : null,
    required: values.required !== '',
    needed_by: needed_by as TypeBody['needed_by'],
    gate: gate as TypeBody['gate'],
    accepts: accepts as TypeBody['accepts'],
    max_files: Number(values.max_files),
    facts: DOCUMENT_FACTS.filter((one) => facts.includes(one)),
    expires_months: values.expires_months === '' ? null : Number(values.expires_months),
    position: Number(values.position),
  };
}
