import { rolesWith } from '@gerbang/domain/abilities';
import { JENJANG } from '@gerbang/domain/levels';
import {
  CHECKS_NEEDED,
  DECISION_MAX,
  DECISION_MIN,
  FAMILY_REASONS,
  OBJECTION_MAX,
  WITHDRAWAL_CHECKS,
  WITHDRAWAL_NOTE_MAX,
  WITHDRAWAL_REASONS,
  WITHDRAWAL_STATUSES,
  type WithdrawalCheck,
  type WithdrawalReason,
} from '@gerbang/domain/withdrawals';
import { z } from 'zod';
import { CSV, endpoint, XLSX } from './endpoint.ts';
import { fileFormat, levelFilters, listQuery } from './lists.ts';
import { accountToRefund } from './refund-shapes.ts';
import { personSchema } from './registrations.ts';
import { idParams, optionalParagraph, paragraphOfText, uuidText } from './text.ts';

const withdrawals = { service: 'admission', tags: ['mundur'] } as const;
const own = { ...withdrawals, access: { kind: 'roles', roles: rolesWith('registrations.own') } } as const;
const moment = z.iso.datetime();

const refundable = z.object({
  rule_version: z.int(),
  /** Verified payments and what goes back of each by the school's rule, in whole rupiah. */
  lines: z.array(
    z.object({ kind: z.enum(['fee', 'education']), paid: z.int(), percent: z.int(), back: z.int() }),
  ),
  deduct: z.int(),
  total: z.int(),
});

const reasons = Object.keys(WITHDRAWAL_REASONS) as [WithdrawalReason, ...WithdrawalReason[]];
const checks = Object.keys(WITHDRAWAL_CHECKS) as [WithdrawalCheck, ...WithdrawalCheck[]];

/** A family that left or asks to, as it reads it and as staff do. */
export const withdrawalSchema = z.object({
  id: z.uuid(),
  asked_by: z.enum(['family', 'staff']),
  reason_code: z.enum(reasons),
  note: z.string().nullable(),
  status: z.enum(WITHDRAWAL_STATUSES),
  refundable,
  created_at: moment,
  /** When the family said that it had not asked for it. */
  objected_at: moment.nullable(),
  /** The school's decision about a request, and why; null where none was needed or made. */
  decided_at: moment.nullable(),
  decided_reason: z.string().nullable(),
});
export type Withdrawal = z.output<typeof withdrawalSchema>;

const followsSchema = z.array(z.object({ kind: z.string(), text: z.string() }));

/** The same as a task of the staff. */
export const staffWithdrawalSchema = withdrawalSchema.extend({
  version: z.int(),
  registration_id: z.uuid(),
  registration_number: z.string(),
  child_name: z.string(),
  jenjang: z.enum(JENJANG),
  kelas: z.string().nullable(),
  academic_year: z.string(),
  /** Who asked: the family, or the staff that checked these things. */
  by: personSchema,
  checked: z.array(z.enum(checks)).nullable(),
  decided_by: personSchema.nullable(),
  /** What becomes of the registration when a request is agreed to; empty for the others. */
  follows: followsSchema,
});
export type StaffWithdrawal = z.output<typeof staffWithdrawalSchema>;

export const readWithdrawal = endpoint({
  ...own,
  id: 'U01',
  method: 'GET',
  path: '/api/registrations/{id}/withdrawal',
  summary: 'Boleh tidaknya mundur, apa yang terjadi, dan berapa yang kembali menurut ketentuan sekolah',
  params: idParams,
  response: {
    200: z.object({
      /** Whether the family leaves at once, asks the school, or can do neither. */
      may: z.enum(['done', 'request', 'no']),
      /** Why it cannot leave at once; null where it can. */
      why: z.string().nullable(),
      follows: followsSchema,
      /** `text` = the school's rule in its own words; empty where it has none. */
      refundable: refundable.extend({ text: z.string() }),
      present: withdrawalSchema.extend({ may_object: z.boolean() }).nullable(),
    }),
  },
});
export type WithdrawalState = z.output<(typeof readWithdrawal)['response'][200]>;

const note = optionalParagraph(WITHDRAWAL_NOTE_MAX).optional();
const REASON = 'Pilih alasannya';

export const leave = endpoint({
  ...own,
  id: 'U02',
  method: 'POST',
  path: '/api/registrations/{id}/withdrawal',
  summary:
    'Undurkan pendaftaran; kursinya langsung dilepas dan tidak dapat dikembalikan. Setelah daftar ulang diproses: minta sekolah',
  params: idParams,
  idempotent: 'required',
  body: z.strictObject({
    reason_code: z.enum(FAMILY_REASONS, REASON),
    note,
    /** Where the money goes, where something goes back; with a fresh proof. It can be typed later, too. */
    to: accountToRefund.optional(),
    confirm: z.literal(true, 'Harus disetujui'),
  }),
  response: { 201: withdrawalSchema },
});

export const cancelWithdrawal = endpoint({
  ...own,
  id: 'U03',
  method: 'DELETE',
  path: '/api/registrations/{id}/withdrawal',
  summary: 'Batalkan permintaan mundur yang belum diputuskan',
  params: idParams,
  response: { 204: z.void() },
});

export const leaveForFamily = endpoint({
  ...withdrawals,
  access: { kind: 'roles', roles: rolesWith('withdrawals.write') },
  id: 'U04',
  method: 'POST',
  path: '/api/admin/registrations/{id}/withdrawal',
  summary: 'Undurkan pendaftaran untuk keluarga yang memintanya; keluarga langsung diberi tahu',
  params: idParams,
  idempotent: 'required',
  body: z.strictObject({
    reason_code: z.enum(reasons, REASON),
    note,
    checked: z
      .array(z.enum(checks, 'Pilihan tidak dikenal'))
      .max(checks.length)
      .refine(
        (done) => new Set(done).size >= CHECKS_NEEDED,
        `Periksa paling sedikit ${CHECKS_NEEDED} hal sebelum melanjutkan`,
      ),
  }),
  response: { 201: withdrawalSchema },
});

export const objectWithdrawal = endpoint({
  ...own,
  id: 'U21',
  method: 'POST',
  path: '/api/registrations/{id}/withdrawal/object',
  summary: 'Nyatakan bahwa keluarga tidak meminta mundur, satu kali dalam 72 jam; sekolah menjawabnya',
  params: idParams,
  body: z.strictObject({ text: paragraphOfText(OBJECTION_MAX, 'Tulis apa yang terjadi') }),
  response: { 201: withdrawalSchema },
});

const CHOICE = 'Pilihan tidak dikenal';
const VERSION = 'Versi tidak valid';

export const decideWithdrawal = endpoint({
  ...withdrawals,
  access: { kind: 'roles', roles: rolesWith('withdrawals.decide') },
  id: 'U05',
  method: 'PUT',
  path: '/api/admin/withdrawals/{id}',
  summary: 'Setujui atau tolak permintaan mundur; keluarga membaca alasannya',
  params: idParams,
  body: z.strictObject({
    decision: z.enum(['done', 'refused'], CHOICE),
    reason: paragraphOfText(DECISION_MAX, 'Alasan harus diisi').refine(
      (text) => text.length >= DECISION_MIN,
      `Alasan paling sedikit ${DECISION_MIN} karakter`,
    ),
    version: z.int(VERSION).min(1, VERSION).max(999_999_999, VERSION),
  }),
  response: { 200: staffWithdrawalSchema },
});

const reading = {
  ...withdrawals,
  access: { kind: 'roles', roles: rolesWith('withdrawals.read') },
  method: 'GET',
} as const;
const listed = listQuery(['-created_at', 'created_at']);
const filters = {
  status: z.enum(WITHDRAWAL_STATUSES, CHOICE).optional(),
  jenjang: levelFilters.jenjang,
  year: levelFilters.academic_year,
  /** Those of one registration. */
  registration_id: uuidText().optional(),
};

export const listWithdrawals = endpoint({
  ...reading,
  id: 'U06',
  path: '/api/admin/withdrawals',
  summary: 'Keluarga yang mundur atau memintanya, yang terbaru lebih dahulu',
  query: listed.extend(filters),
  response: { 200: z.array(staffWithdrawalSchema) },
});

export const exportWithdrawals = endpoint({
  ...reading,
  id: 'F11',
  path: '/api/admin/withdrawals/export',
  summary: 'Pengunduran diri sebagai XLSX atau CSV, dengan pencarian dan penyaring yang sama',
  query: listed.pick({ search: true, sort: true }).extend({ ...filters, ...fileFormat }),
  media: [XLSX, CSV],
  response: { 200: z.any() },
});

export const withdrawalCalls = [
  readWithdrawal,
  leave,
  cancelWithdrawal,
  leaveForFamily,
  decideWithdrawal,
  listWithdrawals,
  exportWithdrawals,
  objectWithdrawal,
] as const;
