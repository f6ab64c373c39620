import { rolesWith } from '@gerbang/domain/abilities';
import { ALIVE_STATUSES, EDUCATION, INCOMES, JOBS } from '@gerbang/domain/family-options';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  optionalChoice,
  optionalDigits,
  optionalMobile,
  optionalPersonName,
  optionalPhone,
  typedPassword,
  writtenAddress,
  storedRegion,
} from './text.ts';

const own = {
  service: 'admission',
  tags: ['keluarga'],
  access: { kind: 'roles', roles: rolesWith('family.own') },
} as const;
const CHOICE = 'Pilihan tidak dikenal';

const person = {
  name: optionalPersonName(100),
  alive_status: optionalChoice(ALIVE_STATUSES, CHOICE),
  ktp: optionalDigits(16, 'Nomor KTP harus 16 digit angka'),
  education: optionalChoice(EDUCATION, CHOICE),
  job: optionalChoice(JOBS, CHOICE),
  phone: optionalPhone(),
  income: optionalChoice(INCOMES, CHOICE),
};

/** The fields of the profile that its family writes; the rest is the server's. */
export const profileFields = {
  father_name: person.name,
  father_alive_status: person.alive_status,
  father_ktp: person.ktp,
  father_education: person.education,
  father_job: person.job,
  father_phone: person.phone,
  father_income: person.income,
  mother_name: person.name,
  mother_alive_status: person.alive_status,
  mother_ktp: person.ktp,
  mother_education: person.education,
  mother_job: person.job,
  mother_phone: person.phone,
  mother_income: person.income,
  contact_phone: optionalMobile(),
  ...writtenAddress,
};
export const PROFILE_FIELDS = Object.keys(profileFields) as (keyof typeof profileFields)[];

const text = z.string().nullable();
/** The profile as its GET shows it; before the first write `id` and every field are null. */
export const parentSchema = z.object({
  id: z.uuid().nullable(),
  user_id: z.uuid(),
  father_name: text,
  father_alive_status: text,
  father_ktp: text,
  father_education: text,
  father_job: text,
  father_phone: text,
  father_income: text,
  mother_name: text,
  mother_alive_status: text,
  mother_ktp: text,
  mother_education: text,
  mother_job: text,
  mother_phone: text,
  mother_income: text,
  contact_phone: text,
  contact_phone_verified: z.boolean(),
  address: text,
  ...storedRegion,
  version: z.int().nullable(),
  created_at: z.iso.datetime().nullable(),
  updated_at: z.iso.datetime().nullable(),
});
export type Parent = z.output<typeof parentSchema>;

export const getParent = endpoint({
  ...own,
  id: 'B01',
  method: 'GET',
  path: '/api/parent',
  summary: 'Profil orang tua sendiri',
  response: { 200: parentSchema },
});

export const getCurrentParent = endpoint({
  ...own,
  id: 'B02',
  method: 'GET',
  path: '/api/parents/current',
  summary: 'Profil orang tua sendiri (nama lain)',
  response: { 200: parentSchema },
});

export const updateParent = endpoint({
  ...own,
  id: 'B03',
  method: 'PATCH',
  path: '/api/parent',
  summary: 'Simpan profil orang tua; hanya isian yang dikirim berubah',
  body: z.strictObject(profileFields).partial(),
  response: { 200: parentSchema },
});
export type ParentChange = z.input<(typeof updateParent)['body']>;

export const sendContactCode = endpoint({
  ...own,
  id: 'B08',
  method: 'POST',
  path: '/api/parent/contact-phone/send-code',
  summary:
    'Kirim kode verifikasi ke nomor kontak lewat WhatsApp; dengan password bila nomor itu menjadi nomor masuk kedua',
  /** `password` where the number would be a second one to log in with. */
  body: z.strictObject({ password: typedPassword('Password harus diisi').optional() }),
  response: { 200: z.object({ message: z.string() }) },
});

export const verifyContactCode = endpoint({
  ...own,
  id: 'B09',
  method: 'POST',
  path: '/api/parent/contact-phone/verify',
  summary: 'Verifikasi nomor kontak dengan kode',
  body: z.strictObject({
    otp: z
      .string('Kode OTP harus berupa 6 digit angka')
      .regex(/^[0-9]{6}$/u, 'Kode OTP harus berupa 6 digit angka'),
  }),
  response: { 200: parentSchema },
});
