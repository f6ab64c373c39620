import { rolesWith } from '@gerbang/domain/abilities';
import {
  BILLING_STATUSES,
  CONFIRMATION_GROUPS,
  CONFIRMATION_STATUSES,
  CONTRIBUTION_TYPES,
  ENROLLMENT_STATUSES,
  PAYMENT_PREFERENCES,
} from '@gerbang/domain/enrollment-confirmations';
import { GENDERS } from '@gerbang/domain/family-options';
import { JENJANG } from '@gerbang/domain/levels';
import { z } from 'zod';
import { CSV, endpoint, XLSX } from './endpoint.ts';
import { fileFormat, levelFilters, listQuery, partsYear } from './lists.ts';
import { rupiah } from './money.ts';
import { moneyReason } from './money-requests.ts';
import { personSchema } from './registrations.ts';
import { staffFamilySchema } from './staff-family.ts';
import { idParams, optionalParagraph, uuidText } from './text.ts';

const enrollment = { service: 'billing', tags: ['daftar ulang'] } as const;
const own = { ...enrollment, access: { kind: 'roles', roles: rolesWith('enrollment.own') } } as const;
const staff = { ...enrollment, access: { kind: 'roles', roles: rolesWith('enrollment.monitor') } } as const;
const text = z.string().nullable();
const moment = z.iso.datetime();
const CHOICE = 'Pilihan tidak dikenal';

/** A confirmation in all responses; amounts in rupiah. */
export const confirmationSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  registration_id: z.uuid(),
  child_id: z.uuid(),
  parent_id: z.uuid(),
  payment_preference: z.enum(PAYMENT_PREFERENCES),
  contribution_type: z.enum(CONTRIBUTION_TYPES),
  contribution_amount: z.int(),
  contribution_description: text,
  additional_notes: text,
  payment_status: z.enum(BILLING_STATUSES),
  enrollment_status: z.enum(ENROLLMENT_STATUSES),
  status: z.enum(CONFIRMATION_STATUSES),
  submitted_at: moment,
  /** Why the school declined; gone once it is sent again. */
  decline_reason: text,
  /** The person who processed or declined it, and the time. */
  decided_by_user: personSchema.nullable(),
  decided_at: moment.nullable(),
  completed_at: moment.nullable(),
  /** Why the school made it wait again: a decline taken back, a scheme cancelled; missing otherwise. */
  returned: z
    .object({ cause: z.enum(['reopened', 'void']), reason: z.string(), at: moment, by: personSchema })
    .optional(),
  /** The rule of what goes back that the family read; missing where there was none. */
  refund_rule: z.object({ version: z.int(), hash: z.string() }).optional(),
  scheme_id: z.uuid().nullable(),
  child: z.object({
    full_name: z.string(),
    nick_name: text,
    gender: z.enum(GENDERS).nullable(),
  }),
  parent: staffFamilySchema,
  registration: z.object({
    id: z.uuid(),
    registration_number: z.string(),
    jenjang: z.enum(JENJANG),
    kelas: text,
    academic_year: z.string(),
    /** What the registration's wave proposes for the scheme; missing where it proposes nothing. */
    wave_payment_period: z.string().optional(),
  }),
  /** Null while there is no scheme. */
  payment_summary: z
    .object({ total_amount: z.int(), amount_paid: z.int(), outstanding_balance: z.int() })
    .nullable(),
  created_at: moment,
  updated_at: moment,
});
export type Confirmation = z.output<typeof confirmationSchema>;

const SORTS = ['-submitted_at', 'submitted_at', '-updated_at', 'updated_at'] as const;

export const listConfirmations = endpoint({
  ...own,
  id: 'E01',
  method: 'GET',
  path: '/api/enrollment-confirmations',
  summary: 'Konfirmasi daftar ulang anak sendiri; search mencari nama anak dan jenjang',
  query: listQuery(SORTS).extend({
    status: z.enum(CONFIRMATION_STATUSES, CHOICE).optional(),
    jenjang: z.enum(JENJANG, CHOICE).optional(),
  }),
  response: { 200: z.array(confirmationSchema) },
});

export const getConfirmationOfRegistration = endpoint({
  ...own,
  id: 'E02',
  method: 'GET',
  path: '/api/enrollment-confirmations/registration/{registrationId}',
  summary: 'Konfirmasi sebuah pendaftaran; 404 berarti belum ada',
  params: z.strictObject({ registrationId: uuidText() }),
  response: { 200: confirmationSchema },
});

export const estimateEnrollmentFees = endpoint({
  ...own,
  id: 'E28',
  method: 'GET',
  path: '/api/enrollment-confirmations/registration/{registrationId}/fees',
  summary: 'Perkiraan biaya daftar ulang sebuah pendaftaran, menurut tabel biaya sekolah',
  params: z.strictObject({ registrationId: uuidText() }),
  response: {
    200: z.object({
      /** Null where no table of the school has the level's fee; whole rupiah. */
      estimate: z
        .object({
          table: z.string(),
          full: z.int(),
          full_discount: z.int(),
          instalments: z.array(z.int()),
        })
        .nullable(),
    }),
  },
});
export type FeeEstimate = NonNullable<z.output<(typeof estimateEnrollmentFees)['response'][200]>['estimate']>;

export const createConfirmation = endpoint({
  ...own,
  id: 'E03',
  method: 'POST',
  path: '/api/enrollment-confirmations',
  summary: 'Konfirmasi daftar ulang anak yang diterima; yang ditolak dapat dikirim lagi',
  idempotent: true,
  body: z
    .strictObject({
      registration_id: uuidText('Data pendaftaran tidak ditemukan'),
      child_id: uuidText('Data anak tidak ditemukan'),
      payment_preference: z.enum(PAYMENT_PREFERENCES, 'Pilih preferensi pembayaran'),
      contribution_type: z.enum(CONTRIBUTION_TYPES, 'Pilih jenis sumbangan').default('cash'),
      contribution_amount: rupiah('Jumlah sumbangan harus berupa angka').default(0),
      contribution_description: optionalParagraph(500).optional(),
      additional_notes: optionalParagraph(2000).optional(),
      /** The version of the rule of what goes back that the family has read. */
      refund_rule_version: z.int('Versi tidak valid').min(1, 'Versi tidak valid').optional(),
    })
    .superRefine((body, context) => {
      const issue = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      if (body.contribution_type === 'cash') {
        if (body.contribution_description) {
          issue('contribution_description', 'Hanya untuk sumbangan barang');
        }
        return;
      }
      if (!body.contribution_description) issue('contribution_description', 'Keterangan barang harus diisi');
      if (body.contribution_amount !== 0) issue('contribution_amount', 'Hanya untuk sumbangan uang');
    }),
  response: { 201: confirmationSchema },
});
export type ConfirmationCreation = z.input<(typeof createConfirmation)['body']>;

const filters = {
  status: z.enum(CONFIRMATION_STATUSES, CHOICE).optional(),
  /** One of the four counters. */
  group: z.enum(CONFIRMATION_GROUPS, CHOICE).optional(),
  ...levelFilters,
};

export const listStaffConfirmations = endpoint({
  ...staff,
  id: 'E04',
  method: 'GET',
  path: '/api/admin/enrollment-confirmations',
  summary: 'Semua konfirmasi; search mencari nama anak, nama ayah, dan nomor telepon; id memilih satu',
  query: listQuery(SORTS).extend({ ...filters, id: uuidText().optional() }),
  response: { 200: z.array(confirmationSchema) },
});

export const exportConfirmations = endpoint({
  ...staff,
  id: 'F08',
  method: 'GET',
  path: '/api/admin/enrollment-confirmations/export',
  summary: 'Konfirmasi sebagai XLSX atau CSV, dengan pencarian dan penyaring yang sama',
  query: listQuery(SORTS)
    .pick({ search: true, sort: true })
    .extend({ ...filters, ...fileFormat }),
  media: [XLSX, CSV],
  response: { 200: z.any() },
});

export const summarizeConfirmations = endpoint({
  ...staff,
  id: 'E16',
  method: 'GET',
  path: '/api/admin/enrollment-confirmations/summary',
  summary: 'Jumlah konfirmasi per kelompok, dengan pencarian dan penyaring yang sama',
  query: listQuery(SORTS)
    .pick({ search: true })
    .extend({ ...levelFilters, ...partsYear }),
  // The work that is left, the first two, is counted in every year, as the menu does.
  response: { 200: z.record(z.enum(CONFIRMATION_GROUPS), z.int()) },
});
export type ConfirmationSummary = z.output<(typeof summarizeConfirmations)['response'][200]>;

export const decideConfirmation = endpoint({
  ...enrollment,
  id: 'E05',
  method: 'PUT',
  path: '/api/admin/enrollment-confirmations/{id}/status',
  access: { kind: 'roles', roles: rolesWith('enrollment.decide') },
  summary: 'Proses atau tolak sebuah konfirmasi',
  params: idParams,
  body: z
    .strictObject({
      status: z.enum(['processed', 'declined'], 'Status tidak dikenal'),
      reason: optionalParagraph(2000).optional(),
    })
    .refine((body) => body.status === 'declined' || !body.reason, {
      path: ['reason'],
      message: 'Alasan hanya untuk konfirmasi yang ditolak',
    }),
  response: { 200: confirmationSchema },
});

export const reopenConfirmation = endpoint({
  ...enrollment,
  id: 'L20',
  method: 'POST',
  path: '/api/admin/enrollment-confirmations/{id}/reopen',
  access: { kind: 'roles', roles: rolesWith('enrollment.reopen') },
  summary: 'Tarik kembali penolakan: konfirmasi menunggu keputusan lagi',
  params: idParams,
  body: z.strictObject({ reason: moneyReason }),
  response: { 200: confirmationSchema },
});
