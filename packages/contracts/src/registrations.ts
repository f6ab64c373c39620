import { rolesWith } from '@gerbang/domain/abilities';
import { BLOOD_TYPES, GENDERS } from '@gerbang/domain/family-options';
import { HOW_KNOW_SCHOOL, UNIFORM_SIZES } from '@gerbang/domain/registration-options';
import { JENJANG } from '@gerbang/domain/levels';
import { PAY_CHANNELS } from '@gerbang/domain/pay-requests';
import { PAYMENT_STATUSES, SETTLEMENT_KINDS } from '@gerbang/domain/registration-payments';
import { STAGES } from '@gerbang/domain/registration-stages';
import { ACTOR_ROLES, ROLES } from '@gerbang/domain/roles';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';
import {
  idParams,
  optionalChoice,
  optionalDigits,
  optionalLine,
  optionalParagraph,
  uuidText,
  storedRegion,
} from './text.ts';

const own = {
  service: 'admission',
  tags: ['pendaftaran'],
  access: { kind: 'roles', roles: rolesWith('registrations.own') },
} as const;
const text = z.string().nullable();
const moment = z.iso.datetime();
const CHOICE = 'Pilihan tidak dikenal';

/** The fields that the family writes; number, stage and payment are the server's. */
export const registrationFields = {
  child_id: uuidText('Pilih anak yang akan didaftarkan'),
  jenjang: z.enum(JENJANG, 'Jenjang harus dipilih'),
  kelas: optionalLine(20),
  academic_year: z
    .string('Tahun ajaran harus dipilih')
    .regex(/^20\d\d\/20\d\d$/u, 'Tahun ajaran tidak valid'),
  previous_school: optionalLine(150),
  previous_grade: optionalLine(50),
  nisn: optionalDigits(10, 'NISN harus 10 digit angka'),
  how_know_school: optionalChoice(HOW_KNOW_SCHOOL, CHOICE),
  uniform_size: optionalChoice(UNIFORM_SIZES, CHOICE),
  sibling_name: optionalLine(100),
  collective_student_name: optionalLine(100),
  information: optionalParagraph(2000),
};
const { child_id, jenjang, academic_year, ...optional } = registrationFields;
const creation = z.strictObject({ child_id, jenjang, academic_year, ...z.object(optional).partial().shape });

/** A person as others may see them: name and role, no id. */
export const personSchema = z.object({ name: text, role: z.enum(ROLES) });

/** Who decided: a person, or a job or a provider. */
export const deciderSchema = personSchema.extend({ role: z.enum(ACTOR_ROLES) });

/** A row of the family's list, without personal numbers and bank fields; the fee is in rupiah. */
export const registrationRowSchema = z.object({
  id: z.uuid(),
  child_id: z.uuid(),
  child: z.object({ full_name: z.string(), nick_name: text }),
  registration_number: z.string(),
  jenjang: z.enum(JENJANG),
  kelas: text,
  academic_year: z.string(),
  current_stage: z.enum(STAGES),
  enrollment_status: z.string(),
  payment_amount: z.int(),
  payment_status: z.enum(PAYMENT_STATUSES),
  payment_evidence_url: text,
  payment_evidence_filename: text,
  rejection_reason: text,
  payment_verified_at: moment.nullable(),
  verified_by_user: deciderSchema.nullable(),
  /** What money from the bank verified the fee; missing where staff did. */
  settled_by: z.enum(SETTLEMENT_KINDS).optional(),
  /** How that money came through a provider; missing for any other. */
  settled_channel: z.enum(PAY_CHANNELS).optional(),
  /** What is missing of a fee that was paid, in rupiah; missing where the school asks for nothing more. */
  fee_asked: z.int().optional(),
  /** What of its fee went back to the family, in rupiah; missing where nothing did. */
  fee_returned: z.int().optional(),
  /** Whether a seat is offered or taken, or the child is on a waiting list; missing otherwise. */
  seat_kind: z.enum(['offer', 'waitlist']).optional(),
  /** How the family's newest request to leave stands, while it is open or was refused. */
  leaving: z.enum(['requested', 'refused']).optional(),
  /** Whether the school lets the family choose a slot of the observation; missing where it does not. */
  slots: z.literal(true).optional(),
  accepted_at: moment.nullable(),
  locked: z.boolean(),
  created_at: moment,
  updated_at: moment,
  version: z.int(),
});
export type RegistrationRow = z.output<typeof registrationRowSchema>;

/** A registration as its GET shows it to its family. */
export const registrationSchema = registrationRowSchema.extend({
  /** What the school asks to be looked at, and refuses nothing for: the child's age; missing where there is nothing. */
  warnings: z.array(z.object({ text: z.string() })).optional(),
  previous_school: text,
  previous_grade: text,
  nisn: text,
  how_know_school: z.enum(HOW_KNOW_SCHOOL).nullable(),
  uniform_size: z.enum(UNIFORM_SIZES).nullable(),
  sibling_name: text,
  collective_student_name: text,
  information: text,
  bank_name: text,
  bank_account_number: text,
  bank_account_owner: text,
  child: z.object({
    full_name: z.string(),
    nick_name: text,
    gender: z.enum(GENDERS).nullable(),
    birth_date: z.iso.date(),
    birth_city: text,
    nik: text,
    blood_type: z.enum(BLOOD_TYPES).nullable(),
    sibling_count: z.int().nullable(),
    kk_number: text,
    address: text,
    ...storedRegion,
  }),
  parent: z.object({
    father_name: text,
    mother_name: text,
    father_phone: text,
    mother_phone: text,
    father_education: text,
    mother_education: text,
    father_job: text,
    mother_job: text,
    father_income: text,
    mother_income: text,
    address: text,
    contact_phone: text,
  }),
});
export type Registration = z.output<typeof registrationSchema>;

export const listRegistrations = endpoint({
  ...own,
  id: 'C07',
  method: 'GET',
  path: '/api/registrations',
  summary: 'Pendaftaran anak sendiri; search mencari nama anak dan jenjang',
  query: listQuery(['-created_at', 'created_at']).extend({
    payment_status: z.enum(PAYMENT_STATUSES, CHOICE).optional(),
    current_stage: z.enum(STAGES, CHOICE).optional(),
    jenjang: z.enum(JENJANG, CHOICE).optional(),
  }),
  response: { 200: z.array(registrationRowSchema) },
});

export const createRegistration = endpoint({
  ...own,
  id: 'C08',
  method: 'POST',
  path: '/api/registrations',
  summary: 'Daftarkan anak; nomor dan biaya ditentukan sekolah',
  idempotent: true,
  body: creation,
  response: { 201: registrationSchema },
});
export type RegistrationCreation = z.input<(typeof createRegistration)['body']>;

export const getRegistration = endpoint({
  ...own,
  id: 'C09',
  method: 'GET',
  path: '/api/registrations/{id}',
  summary: 'Data lengkap sebuah pendaftaran',
  params: idParams,
  response: { 200: registrationSchema },
});

export const updateRegistration = endpoint({
  ...own,
  id: 'C10',
  method: 'PUT',
  path: '/api/registrations/{id}',
  summary: 'Ubah pendaftaran; hanya isian yang dikirim berubah',
  params: idParams,
  body: z.strictObject(registrationFields).partial(),
  response: { 200: registrationSchema },
});
export type RegistrationChange = z.input<(typeof updateRegistration)['body']>;

export const openResult = endpoint({
  ...own,
  id: 'C30',
  method: 'PUT',
  path: '/api/registrations/{id}/result-opened',
  summary: 'Catat bahwa keluarga sudah membuka hasil observasi',
  params: idParams,
  response: { 200: z.object({ result_opened_at: moment }) },
});

export const deleteRegistration = endpoint({
  ...own,
  id: 'C11',
  method: 'DELETE',
  path: '/api/registrations/{id}',
  summary: 'Hapus pendaftaran yang belum dibayar',
  params: idParams,
  response: { 204: z.void() },
});
