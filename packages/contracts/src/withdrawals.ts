import { rolesWith } from '@gerbang/domain/abilities';
import {
  CHECKS_NEEDED,
  FAMILY_REASONS,
  OBJECTION_MAX,
  WITHDRAWAL_CHECKS,
  WITHDRAWAL_NOTE_MAX,
  WITHDRAWAL_REASONS,
  type WithdrawalCheck,
  type WithdrawalReason,
} from '@gerbang/domain/withdrawals';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, optionalParagraph, paragraphOfText } from './text.ts';

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

/** A family that left, as it reads it and as staff do. */
export const withdrawalSchema = z.object({
  id: z.uuid(),
  asked_by: z.enum(['family', 'staff']),
  reason_code: z.enum(reasons),
  refundable,
  created_at: moment,
  /** When the family said that it had not asked for it. */
  objected_at: moment.nullable(),
});
export type Withdrawal = z.output<typeof withdrawalSchema>;

export const readWithdrawal = endpoint({
  ...own,
  id: 'U01',
  method: 'GET',
  path: '/api/registrations/{id}/withdrawal',
  summary: 'Boleh tidaknya mundur, apa yang terjadi, dan berapa yang kembali menurut ketentuan sekolah',
  params: idParams,
  response: {
    200: z.object({
      may: z.enum(['done', 'no']),
      /** Why the family cannot leave by itself; null where it can. */
      why: z.string().nullable(),
      follows: z.array(z.object({ kind: z.string(), text: z.string() })),
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
  summary: 'Undurkan pendaftaran; kursinya langsung dilepas dan tidak dapat dikembalikan',
  params: idParams,
  idempotent: true,
  body: z.strictObject({
    reason_code: z.enum(FAMILY_REASONS, REASON),
    note,
    confirm: z.literal(true, 'Harus disetujui'),
  }),
  response: { 201: withdrawalSchema },
});

export const leaveForFamily = endpoint({
  ...withdrawals,
  access: { kind: 'roles', roles: rolesWith('withdrawals.write') },
  id: 'U04',
  method: 'POST',
  path: '/api/admin/registrations/{id}/withdrawal',
  summary: 'Undurkan pendaftaran untuk keluarga yang memintanya; keluarga langsung diberi tahu',
  params: idParams,
  idempotent: true,
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

export const withdrawalCalls = [readWithdrawal, leave, leaveForFamily, objectWithdrawal] as const;
