import { rolesWith } from '@gerbang/domain/abilities';
import { isLongEnough, SEARCH_SHORT } from '@gerbang/domain/counter';
import { z } from 'zod';
import { childSchema, createChild, updateChild } from './children.ts';
import { endpoint } from './endpoint.ts';
import { parentSchema, updateParent } from './parents.ts';
import {
  createRegistration,
  personSchema,
  registrationRowSchema,
  registrationSchema,
} from './registrations.ts';
import { idParams, lineOfText, lineWithMarkup, uuidText } from './text.ts';
import { userEmail, userName, userPhone } from './users.ts';
import { birthDay } from './days.ts';

const staff = { tags: ['loket'], access: { kind: 'roles', roles: rolesWith('families.read') } } as const;
const clerk = { tags: ['loket'], access: { kind: 'roles', roles: rolesWith('counter.write') } } as const;
const family = {
  service: 'admission',
  tags: ['loket'],
  access: { kind: 'roles', roles: rolesWith('family.own') },
} as const;
const userParams = z.strictObject({ userId: uuidText() });

/** A family that was found; names and number are masked until the caller has opened it. */
export const foundFamilySchema = z.object({
  user_id: z.uuid(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  children: z.array(z.string()),
  opened: z.boolean(),
});
export type FoundFamily = z.output<typeof foundFamilySchema>;

export const findCounterFamilies = endpoint({
  ...staff,
  id: 'I01',
  method: 'GET',
  path: '/api/admin/counter/families',
  service: 'admission',
  summary:
    'Cari keluarga menurut nomor, nama, anak, nomor pendaftaran, atau NIK; tersamar sampai dibuka; 60 pencarian sejam',
  audited: true,
  query: z.strictObject({
    q: lineWithMarkup(100, 'Tulis yang dicari').refine(isLongEnough, SEARCH_SHORT),
  }),
  response: { 200: z.array(foundFamilySchema) },
});

/** Opens a family for the caller, for 30 minutes. */
const openedSchema = z.object({ token: z.string(), expires_at: z.iso.datetime() });

export const makeCounterFamily = endpoint({
  ...clerk,
  id: 'I02',
  method: 'POST',
  path: '/api/admin/counter/families',
  service: 'auth',
  summary: 'Buat akun keluarga di loket, email boleh kosong; nomor yang sudah dipakai: 409 known_family',
  idempotent: true,
  body: z.strictObject({
    name: userName,
    phone: userPhone,
    email: z
      .preprocess(
        (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
        userEmail.nullable(),
      )
      .optional(),
  }),
  response: { 201: openedSchema.extend({ user_id: z.uuid() }) },
});

/** What the counter shows of an opened family; identity numbers and incomes are left out. */
export const counterCardSchema = z.object({
  user_id: z.uuid(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  profile: parentSchema.omit({
    father_ktp: true,
    mother_ktp: true,
    father_income: true,
    mother_income: true,
  }),
  /** `editable`: the school entered the child, and its family has not confirmed it yet. */
  children: z.array(childSchema.omit({ nik: true, kk_number: true }).extend({ editable: z.boolean() })),
  registrations: z.array(registrationRowSchema),
});
export type CounterCard = z.output<typeof counterCardSchema>;

const PROOFS = ['birth_date', 'registration_number', 'phone'] as const;

export const openCounterFamily = endpoint({
  ...staff,
  id: 'I03',
  method: 'POST',
  path: '/api/admin/counter/families/{userId}/open',
  service: 'admission',
  summary:
    'Buka satu keluarga selama 30 menit dengan tanggal lahir anak atau nomor pendaftaran; tanpa anak: pembuatnya dengan nomor lengkap',
  audited: true,
  params: userParams,
  body: z
    .strictObject({
      birth_date: birthDay('Tanggal lahir harus diisi').optional(),
      registration_number: lineOfText(40, 'Nomor pendaftaran harus diisi').optional(),
      /** Only for who made the family, while it has no child. */
      phone: userPhone.optional(),
    })
    .refine((body) => PROOFS.filter((name) => body[name] !== undefined).length === 1, {
      message: 'Isi tanggal lahir anak atau nomor pendaftaran',
      path: ['birth_date'],
    }),
  response: { 200: openedSchema.extend({ family: counterCardSchema }) },
});

export const inviteCounterFamily = endpoint({
  ...clerk,
  id: 'I04',
  method: 'POST',
  path: '/api/admin/counter/families/{userId}/invite',
  service: 'auth',
  summary: 'Kirim lagi pesan untuk membuat kata sandi, selama akun belum memilikinya; berlaku 72 jam',
  params: userParams,
  response: { 200: z.object({ message: z.string() }) },
});

export const putCounterProfile = endpoint({
  ...clerk,
  id: 'I05',
  method: 'PUT',
  path: '/api/admin/counter/families/{userId}/profile',
  service: 'admission',
  summary: 'Isi profil orang tua atas nama keluarga yang dibuka',
  params: userParams,
  body: updateParent.body,
  response: { 200: counterCardSchema.shape.profile },
});

const counterChildSchema = counterCardSchema.shape.children.element;

export const addCounterChild = endpoint({
  ...clerk,
  id: 'I06',
  method: 'POST',
  path: '/api/admin/counter/families/{userId}/children',
  service: 'admission',
  summary: 'Tambah anak atas nama keluarga yang dibuka; anak pertama mengirim pesan kata sandi',
  idempotent: true,
  params: userParams,
  body: createChild.body,
  response: { 201: counterChildSchema },
});

export const putCounterChild = endpoint({
  ...clerk,
  id: 'I07',
  method: 'PUT',
  path: '/api/admin/counter/children/{id}',
  service: 'admission',
  summary: 'Ubah anak yang diisi di loket, sampai keluarganya memeriksa',
  params: idParams,
  body: updateChild.body,
  response: { 200: counterChildSchema },
});

export const addCounterRegistration = endpoint({
  ...clerk,
  id: 'I08',
  method: 'POST',
  path: '/api/admin/counter/families/{userId}/registrations',
  service: 'admission',
  summary: 'Daftarkan anak atas nama keluarga yang dibuka; gelombang dan kursi seperti keluarga sendiri',
  idempotent: true,
  params: userParams,
  body: createRegistration.body,
  response: { 201: registrationSchema },
});

/** A part of a family's data that the school has typed. */
const sectionSchema = z.object({
  key: z.string(),
  label: z.string(),
  entered_by: personSchema,
  entered_at: z.iso.datetime(),
});
export type CheckedSection = z.output<typeof sectionSchema>;

export const listCheckedSections = endpoint({
  ...family,
  id: 'I09',
  method: 'GET',
  path: '/api/checked-sections',
  summary: 'Bagian data sendiri yang diisi sekolah dan belum diperiksa',
  response: { 200: z.array(sectionSchema) },
});

export const confirmSections = endpoint({
  ...family,
  id: 'I10',
  method: 'POST',
  path: '/api/checked-sections',
  summary: 'Nyatakan bagian yang diisi sekolah sudah betul',
  body: z.strictObject({
    sections: z
      .array(z.string('Bagian tidak dikenal').regex(/^[a-z]+(?::[0-9a-f-]{36})?$/u, 'Bagian tidak dikenal'))
      .min(1, 'Pilih bagian')
      .max(200),
  }),
  response: { 200: z.array(sectionSchema) },
});

export const listUncheckedSections = endpoint({
  ...clerk,
  id: 'I11',
  method: 'GET',
  path: '/api/admin/counter/unchecked',
  service: 'admission',
  summary:
    'Bagian yang diisi sekolah dan belum diperiksa keluarganya, terlama dahulu; paling banyak 200, jumlah seluruhnya di X-Total-Count',
  response: {
    200: z.array(
      sectionSchema.extend({ user_id: z.uuid(), name: z.string().nullable(), seen_at: z.iso.datetime() }),
    ),
  },
});
export type UncheckedSection = z.output<(typeof listUncheckedSections)['response'][200]>[number];

export const counterCalls = [
  findCounterFamilies,
  makeCounterFamily,
  openCounterFamily,
  inviteCounterFamily,
  putCounterProfile,
  addCounterChild,
  putCounterChild,
  addCounterRegistration,
  listCheckedSections,
  confirmSections,
  listUncheckedSections,
] as const;
