import { rolesWith } from '@gerbang/domain/abilities';
import { GENDERS } from '@gerbang/domain/family-options';
import { JENJANG } from '@gerbang/domain/levels';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { SELECTABLE_STAGES, STAGES } from '@gerbang/domain/registration-stages';
import { z } from 'zod';
import { endpoint, XLSX } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { registrationSchema, stageEntrySchema } from './registrations.ts';
import { calendarDay, optionalLine, optionalParagraph } from './text.ts';

const monitoring = { kind: 'roles', roles: rolesWith('registrations.monitor') } as const;
const tags = ['pendaftaran (staf)'];
const params = z.strictObject({ id: z.uuid('Id tidak valid') });
const text = z.string().nullable();
const moment = z.iso.datetime();
const CHOICE = 'Pilihan tidak dikenal';
const DAY = 'Tanggal tidak valid';

/** A row of the monitoring list: no personal numbers, incomes or bank fields (authorization row C15). */
export const staffRegistrationRowSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  child: z.object({ full_name: z.string(), nick_name: text, gender: z.enum(GENDERS).nullable() }),
  parent: z.object({ father_name: text, mother_name: text, contact_phone: text }),
  registration_number: z.string(),
  jenjang: z.enum(JENJANG),
  kelas: text,
  academic_year: z.string(),
  payment_status: z.enum(PAYMENT_STATUSES),
  current_stage: z.enum(STAGES),
  payment_amount: z.int(),
  has_proof: z.boolean(),
  /** Day of the observation while it is scheduled. */
  observation_date: z.iso.date().nullable(),
  created_at: moment,
  updated_at: moment,
});

/** The whole record as staff see it, personal numbers included; every reading leaves a row in the trail (row X02). */
export const staffRegistrationSchema = registrationSchema.extend({
  observation_date: z.iso.date().nullable(),
  parent: registrationSchema.shape.parent.extend({
    father_ktp: text,
    mother_ktp: text,
    kelurahan: text,
    kecamatan: text,
    kab_kota: text,
    provinsi: text,
  }),
});

const filters = {
  payment_status: z.enum(PAYMENT_STATUSES, CHOICE).optional(),
  current_stage: z.enum(STAGES, CHOICE).optional(),
  jenjang: z.enum(JENJANG, CHOICE).optional(),
  academic_year: z
    .string()
    .regex(/^20\d\d\/20\d\d$/u, 'Tahun ajaran tidak valid')
    .optional(),
  /** Observations that are scheduled for this day or an earlier one. */
  observation_until: calendarDay(DAY).optional(),
};

const SORTS = [
  '-created_at',
  'created_at',
  'child_name',
  '-child_name',
  'updated_at',
  '-updated_at',
] as const;

export const listStaffRegistrations = endpoint({
  id: 'C15',
  method: 'GET',
  path: '/api/admin/registrations',
  service: 'admission',
  access: monitoring,
  summary:
    'Semua pendaftaran; search mencari nama anak dan orang tua, nomor telepon, nomor pendaftaran, jenjang',
  tags,
  query: listQuery(SORTS).extend(filters),
  response: { 200: z.array(staffRegistrationRowSchema) },
});

const counts = <const K extends readonly [string, ...string[]]>(keys: K) => z.record(z.enum(keys), z.int());

export const summarizeStaffRegistrations = endpoint({
  id: 'C21',
  method: 'GET',
  path: '/api/admin/registrations/summary',
  service: 'admission',
  access: monitoring,
  summary: 'Jumlah pendaftaran per status pembayaran dan per tahap, dengan penyaring yang sama',
  tags,
  query: listQuery(SORTS).pick({ search: true }).extend(filters),
  response: {
    200: z.object({
      total: z.int(),
      /** Each as the list would count it with this status chosen instead of the one in the query. */
      payment_status: counts(PAYMENT_STATUSES),
      /** The same for the stages. */
      current_stage: counts(STAGES),
    }),
  },
});

export const exportStaffRegistrations = endpoint({
  id: 'C22',
  method: 'GET',
  path: '/api/admin/registrations/export',
  service: 'admission',
  access: monitoring,
  summary: 'Pendaftaran sebagai XLSX; personal=1 menambah nomor pribadi (finance, admin, it)',
  tags,
  query: listQuery(SORTS)
    .pick({ search: true, sort: true })
    .extend({ ...filters, personal: z.literal('1', 'Isian tidak valid').optional() }),
  // The workbook's bytes, as they are made.
  media: [XLSX],
  response: { 200: z.any() },
});

export const getStaffRegistration = endpoint({
  id: 'X02',
  method: 'GET',
  path: '/api/admin/registrations/{id}',
  service: 'admission',
  access: monitoring,
  summary: 'Data lengkap sebuah pendaftaran; setiap pembacaan tercatat',
  tags,
  params,
  response: { 200: staffRegistrationSchema },
});

export const listStaffStageHistory = endpoint({
  id: 'C16',
  method: 'GET',
  path: '/api/admin/registrations/{id}/stage-history',
  service: 'admission',
  access: monitoring,
  summary: 'Riwayat tahapan sebuah pendaftaran, terlama dahulu',
  tags,
  params,
  response: { 200: z.array(stageEntrySchema) },
});

export const changeStage = endpoint({
  id: 'C17',
  method: 'PUT',
  path: '/api/admin/registrations/{id}/stage',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('registrations.move_stage') },
  summary: 'Ubah tahap pendaftaran',
  tags,
  params,
  body: z
    .strictObject({
      current_stage: z.enum(SELECTABLE_STAGES, 'Tahap tidak dapat dipilih'),
      content: optionalParagraph(2000).optional(),
      note: optionalParagraph(2000).optional(),
      observation_time: z
        .string('Jam tidak valid')
        .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, 'Jam tidak valid')
        .nullable()
        .optional(),
      observation_place: optionalLine(200).optional(),
      file_attachment_url: optionalLine(300).optional(),
      file_attachment_filename: optionalLine(150).optional(),
    })
    .superRefine((body, context) => {
      const issue = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      if (body.current_stage === 'obs_scheduled') {
        if (!calendarDay(DAY).safeParse(body.content).success) {
          issue('content', body.content ? 'Tanggal observasi tidak valid' : 'Tanggal observasi harus diisi');
        }
        return;
      }
      for (const field of ['observation_time', 'observation_place'] as const) {
        if (body[field]) issue(field, 'Hanya untuk tahap Observasi Dijadwalkan');
      }
    }),
  response: { 200: staffRegistrationSchema },
});

export const proveOnBehalf = endpoint({
  id: 'C18',
  method: 'PUT',
  path: '/api/admin/registrations/{id}/payment-evidence',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('registrations.prove_on_behalf') },
  summary: 'Kirim bukti pembayaran atas nama orang tua (gambar atau PDF)',
  tags,
  params,
  // A status of the server is taken and compared (422), not refused by form (decisions, Everywhere).
  body: z.strictObject({
    payment_evidence_url: z
      .string('Bukti pembayaran harus diunggah')
      .min(1, 'Bukti pembayaran harus diunggah')
      .max(300, 'File tidak dapat dipakai. Unggah kembali filenya.'),
    payment_evidence_filename: optionalLine(150).optional(),
    payment_status: z.enum(PAYMENT_STATUSES, 'Status pembayaran tidak dikenal'),
  }),
  response: { 200: staffRegistrationSchema },
});

export const verifyPayment = endpoint({
  id: 'C19',
  method: 'PUT',
  path: '/api/admin/registrations/{id}/verify-payment',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('registrations.verify_fee') },
  summary: 'Verifikasi, tolak, atau kembalikan pembayaran biaya pendaftaran',
  tags,
  params,
  body: z
    .strictObject({
      payment_status: z.enum(['verified', 'rejected', 'paid'], 'Status pembayaran tidak dikenal'),
      rejection_reason: optionalParagraph(2000).optional(),
    })
    .refine((body) => body.payment_status === 'rejected' || !body.rejection_reason, {
      path: ['rejection_reason'],
      message: 'Alasan hanya untuk pembayaran yang ditolak',
    }),
  response: { 200: staffRegistrationSchema },
});

/** Calls of the staff about registrations. */
export const staffRegistrationCalls = [
  listStaffRegistrations,
  summarizeStaffRegistrations,
  exportStaffRegistrations,
  getStaffRegistration,
  listStaffStageHistory,
  changeStage,
  proveOnBehalf,
  verifyPayment,
] as const;
