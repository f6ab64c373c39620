import { rolesWith } from '@gerbang/domain/abilities';
import { BLOOD_TYPES, GENDERS } from '@gerbang/domain/family-options';
import { z } from 'zod';
import { birthDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';
import {
  idParams,
  lineOfText,
  lineWithMarkup,
  optionalChoice,
  optionalDigits,
  optionalPersonName,
  personName,
  writtenAddress,
  storedRegion,
} from './text.ts';

const own = {
  service: 'admission',
  tags: ['anak'],
  access: { kind: 'roles', roles: rolesWith('family.own') },
} as const;
const text = z.string().nullable();

/** A child's fields that its family writes. */
export const childFields = {
  full_name: personName(100, 'Nama lengkap harus diisi'),
  nick_name: optionalPersonName(50),
  gender: optionalChoice(GENDERS, 'Jenis kelamin tidak dikenal'),
  birth_city: lineOfText(100, 'Tempat lahir harus diisi'),
  birth_date: birthDay('Tanggal lahir harus diisi'),
  nik: optionalDigits(16, 'NIK harus 16 digit angka'),
  sibling_count: z
    .int('Jumlah saudara harus berupa angka')
    .min(0, 'Jumlah saudara minimal 0')
    .max(30, 'Jumlah saudara maksimal 30')
    .nullable(),
  blood_type: optionalChoice(BLOOD_TYPES, 'Golongan darah tidak dikenal'),
  ...writtenAddress,
  kk_number: optionalDigits(16, 'Nomor KK harus 16 digit angka'),
};
const { full_name, birth_city, birth_date, ...optional } = childFields;
/** The family has read that it already has a child of this name and birth date, and means another one. */
const same_child_known = z.boolean('Pilihan tidak dikenal').optional();
const creation = z.strictObject({
  full_name,
  birth_city,
  birth_date,
  ...z.object(optional).partial().shape,
  same_child_known,
  /** The documents that the sentence of consent named on the page, by the school's labels; left out = it named none. */
  consent_documents: z.array(lineWithMarkup(60, 'Nama dokumen tidak valid')).max(100).optional(),
});
const change = z.strictObject({ ...childFields, same_child_known }).partial();

/** A row of the list: no NIK and no family-card number. */
export const childRowSchema = z.object({
  id: z.uuid(),
  full_name: z.string(),
  nick_name: text,
  gender: z.enum(GENDERS).nullable(),
  /** Null where a list from elsewhere did not name it. */
  birth_city: text,
  birth_date: z.iso.date(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  version: z.int(),
});

/** A child in the list, with its required documents that are complete; absent where none is asked. */
export const listedChildSchema = childRowSchema.extend({
  documents: z.object({ done: z.int(), of: z.int() }).optional(),
});
export type ChildRow = z.output<typeof listedChildSchema>;

/** A child as its GET shows it; `locked` = a confirmation of re-enrolment is processed or completed. */
export const childSchema = childRowSchema.extend({
  parent_id: z.uuid(),
  nik: text,
  kk_number: text,
  sibling_count: z.int().nullable(),
  blood_type: z.enum(BLOOD_TYPES).nullable(),
  address: text,
  ...storedRegion,
  locked: z.boolean(),
});
export type Child = z.output<typeof childSchema>;

export const listChildren = endpoint({
  ...own,
  id: 'C01',
  method: 'GET',
  path: '/api/children',
  summary: 'Anak-anak sendiri; search mencari nama lengkap dan panggilan',
  query: listQuery(['-created_at', 'created_at', 'full_name', '-full_name']),
  response: { 200: z.array(listedChildSchema) },
});

export const createChild = endpoint({
  ...own,
  id: 'C02',
  method: 'POST',
  path: '/api/children',
  summary: 'Tambah anak; persetujuan orang tua tercatat',
  idempotent: true,
  body: creation,
  response: { 201: childSchema },
});
export type ChildCreation = z.input<(typeof createChild)['body']>;

export const getChild = endpoint({
  ...own,
  id: 'C03',
  method: 'GET',
  path: '/api/children/{id}',
  summary: 'Data lengkap seorang anak',
  params: idParams,
  response: { 200: childSchema },
});

export const updateChild = endpoint({
  ...own,
  id: 'C04',
  method: 'PATCH',
  path: '/api/children/{id}',
  summary: 'Ubah data anak; hanya isian yang dikirim berubah',
  params: idParams,
  body: change,
  response: { 200: childSchema },
});
export type ChildChange = z.input<(typeof updateChild)['body']>;

export const replaceChild = endpoint({
  ...own,
  id: 'C05',
  method: 'PUT',
  path: '/api/children/{id}',
  summary: 'Sama dengan PATCH',
  params: idParams,
  body: change,
  response: { 200: childSchema },
});

export const deleteChild = endpoint({
  ...own,
  id: 'C06',
  method: 'DELETE',
  path: '/api/children/{id}',
  summary: 'Hapus anak tanpa pendaftaran yang berjalan',
  params: idParams,
  response: { 204: z.void() },
});
