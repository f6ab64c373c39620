import { rolesWith } from '@gerbang/domain/abilities';
import { DAPODIK_NAMES, type DapodikField, dapodikField, type DapodikName } from '@gerbang/domain/dapodik';
import { JENJANG } from '@gerbang/domain/levels';
import { z } from 'zod';
import { childFields } from './children.ts';
import { endpoint, XLSX } from './endpoint.ts';
import { levelFilters } from './lists.ts';
import { profileFields } from './parents.ts';
import { lineOfText, uuidText } from './text.ts';

const staff = {
  service: 'admission',
  tags: ['dapodik'],
  access: { kind: 'roles', roles: rolesWith('dapodik.hand_over') },
} as const;
const family = {
  service: 'admission',
  tags: ['dapodik'],
  access: { kind: 'roles', roles: rolesWith('family.own') },
} as const;

const text = z.string().nullable();
const WRONG = 'Isian tidak valid';
const ASKED_MOST = 500;
/** The most children that the list of what is missing shows. */
export const DAPODIK_ROWS_MOST = 1000;

/** What is missing of the accepted children of a year and level, the fullest rows last. */
export const dapodikStateSchema = z.object({
  /** Children whose row is complete, of all. */
  complete: z.int(),
  of: z.int(),
  /** Those that lack something, at most 1,000. */
  children: z.array(
    z.object({
      registration_id: z.uuid(),
      registration_number: z.string(),
      child_name: z.string(),
      jenjang: z.enum(JENJANG),
      kelas: text,
      academic_year: z.string(),
      missing: z.array(z.object({ field: z.string(), label: z.string() })),
      /** When its family was asked last. */
      asked_at: z.iso.datetime().nullable(),
      /** Whether it may be asked now. */
      may_ask: z.boolean(),
    }),
  ),
});
export type DapodikState = z.output<typeof dapodikStateSchema>;

export const readDapodik = endpoint({
  ...staff,
  id: 'Y12',
  method: 'GET',
  path: '/api/admin/dapodik',
  summary: 'Yang masih kurang untuk Dapodik dari anak yang diterima, menurut tahun dan jenjang',
  query: z.strictObject(levelFilters),
  response: { 200: dapodikStateSchema },
});

export const exportDapodik = endpoint({
  ...staff,
  id: 'Y13',
  method: 'GET',
  path: '/api/admin/dapodik.xlsx',
  summary: 'Buku kerja “Daftar Peserta Didik” untuk Dapodik, dengan bukti masuk yang segar; tercatat',
  query: z.strictObject(levelFilters),
  media: [XLSX],
  response: { 200: z.any() },
});

export const askForDapodik = endpoint({
  ...staff,
  id: 'Y14',
  method: 'POST',
  path: '/api/admin/dapodik/ask',
  summary:
    'Minta yang kurang kepada keluarga, semuanya atau tidak satu pun; satu keluarga sekali dalam 3 hari',
  body: z.strictObject({
    registration_ids: z.array(uuidText()).min(1, 'Pilih pendaftaran').max(ASKED_MOST),
  }),
  response: { 200: z.object({ asked: z.int() }) },
});

const shapeOf: Readonly<Record<string, z.ZodType>> = { ...childFields, ...profileFields };

/** The rule of one value: that of the family's own call where the field is kept there. */
function ruleOf(name: DapodikName): z.ZodType<string | number> {
  const { codes, digits, number, own }: DapodikField = dapodikField(name);
  const kept = own && shapeOf[name];
  if (kept) return kept.refine((value) => value !== null, WRONG) as z.ZodType<string | number>;
  if (codes) return z.enum(Object.keys(codes), 'Pilihan tidak dikenal');
  if (digits) return z.string(WRONG).regex(new RegExp(`^[0-9]{${digits}}$`, 'u'), `Tulis ${digits} angka`);
  if (!number) return lineOfText(60, 'Isian harus diisi');
  const span = `Tulis angka antara ${number.min} dan ${number.max}`;
  const typed = number.step
    ? z.number(span).multipleOf(number.step, 'Paling banyak satu angka di belakang koma')
    : z.int(span);
  return typed.min(number.min, span).max(number.max, span);
}

/** What a family says for Dapodik; nothing is cleared by it. */
export const dapodikValues = z
  .strictObject(
    Object.fromEntries(DAPODIK_NAMES.map((name) => [name, ruleOf(name)])) as Record<
      DapodikName,
      z.ZodType<string | number>
    >,
  )
  .partial();

const askedFieldSchema = z.object({
  field: z.enum(DAPODIK_NAMES),
  label: z.string(),
  /** Choices by code; null = typed. */
  options: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
  /** How many digits it has; null = any text or number. */
  digits: z.int().nullable(),
  /** Bounds of a number; null = a text. */
  number: z.object({ min: z.number(), max: z.number(), step: z.number(), unit: z.string() }).nullable(),
});

/** What Dapodik still needs of one accepted child, and what the family has said for it already. */
export const dapodikDataSchema = z.object({
  registration_id: z.uuid(),
  child_id: z.uuid(),
  child_name: z.string(),
  missing: z.array(askedFieldSchema),
  given: z.array(askedFieldSchema.extend({ value: z.union([z.string(), z.number()]) })),
});
export type DapodikData = z.output<typeof dapodikDataSchema>;
export type AskedField = z.output<typeof askedFieldSchema>;

export const readDapodikData = endpoint({
  ...family,
  id: 'Y15',
  method: 'GET',
  path: '/api/dapodik-data',
  summary: 'Yang masih dibutuhkan untuk Dapodik dari anak sendiri yang sudah diterima',
  response: { 200: z.array(dapodikDataSchema) },
});

export const giveDapodikData = endpoint({
  ...family,
  id: 'Y16',
  method: 'PUT',
  path: '/api/dapodik-data',
  summary: 'Isi yang kurang untuk Dapodik; yang sudah ada di data keluarga tidak diubah di sini',
  body: z.strictObject({ registration_id: uuidText(), values: dapodikValues }),
  response: { 200: dapodikDataSchema },
});
export type DapodikValuesSent = z.input<typeof dapodikValues>;

/** The calls about the hand-over to Dapodik. */
export const dapodikCalls = [
  readDapodik,
  exportDapodik,
  askForDapodik,
  readDapodikData,
  giveDapodikData,
] as const;
