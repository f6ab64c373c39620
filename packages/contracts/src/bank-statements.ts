import { rolesWith } from '@gerbang/domain/abilities';
import { LINE_DIRECTIONS, LINE_FILTERS, LINE_STATUSES } from '@gerbang/domain/bank-lines';
import { CONFIDENCES, MATCH_STATUSES, WHOLE_LINE_CAUSES } from '@gerbang/domain/bank-matches';
import {
  CHECK_RESULTS,
  STATEMENT_CHECKS,
  STATEMENT_MAX_BYTES,
  STATEMENT_PROFILES,
} from '@gerbang/domain/bank-statements';
import { LINE_DOUBTS } from '@gerbang/domain/line-doubts';
import { BANK_TARGETS } from '@gerbang/domain/payment-expectations';
import { REFUND_SIGNS, type RefundSign } from '@gerbang/domain/refunds';
import { z } from 'zod';
import { calendarDay, withSpan } from './days.ts';
import { CSV, endpoint, XLSX } from './endpoint.ts';
import { countable, fileFormat, listQuery } from './lists.ts';
import { personSchema } from './registrations.ts';
import { idParams, lineOfText, uuidText } from './text.ts';

const bank = { service: 'billing', tags: ['mutasi bank'] } as const;
const reading = { ...bank, access: { kind: 'roles', roles: rolesWith('bank.read') } } as const;
const booking = { ...bank, access: { kind: 'roles', roles: rolesWith('bank.book') } } as const;
const CHOICE = 'Pilihan tidak dikenal';
const DAY = 'Tanggal tidak valid';
const text = z.string().nullable();
const day = z.iso.date();

const reason = (message: string) =>
  lineOfText(300, message).refine((value) => value.length >= 5, 'Alasan paling sedikit 5 karakter');

/** Why a statement is taken over although its sums do not fit, percent-encoded: addresses are logged, headers are not. */
export const FORCE_REASON_HEADER = 'x-force-reason';
export const forceReasonSchema = reason('Alasan harus diisi');

/** An uploaded statement. Sums in rupiah. */
export const bankStatementSchema = z.object({
  id: z.uuid(),
  account_key: z.string(),
  /** `own`: a shape that the school described itself. */
  profile: z.enum([...STATEMENT_PROFILES, 'own']),
  /** The name of the school's own shape. */
  profile_name: text,
  file_name: z.string(),
  period_from: day,
  period_to: day,
  credits_total: z.int(),
  debits_total: z.int(),
  lines_total: z.int(),
  lines_new: z.int(),
  /** Lines that an earlier statement held already. */
  lines_known: z.int(),
  checks: z.array(
    z.object({ check: z.enum(STATEMENT_CHECKS), result: z.enum(CHECK_RESULTS), text: z.string() }),
  ),
  /** Why it was taken over although its sums do not fit. */
  forced_reason: text,
  imported_by: personSchema,
  imported_at: z.iso.datetime(),
});

/** What a line may pay or has paid. Amounts in rupiah. */
export const bankMatchSchema = z.object({
  id: z.uuid(),
  kind: z.enum(BANK_TARGETS),
  registration_id: z.uuid().nullable(),
  invoice_id: z.uuid().nullable(),
  /** Of the registration or the invoice. */
  number: z.string(),
  child_name: z.string(),
  /** The same for all matches of a family's account. */
  family: z.uuid(),
  /** What the target gets, what goes to the surplus, and what would stand unapplied. */
  amount: z.int(),
  surplus: z.int(),
  rest: z.int(),
  /** What the target owes now. */
  owed: z.int(),
  /** The waiting payment of the target; booking verifies it where it is of the same amount. */
  waiting_amount: z.int().nullable(),
  /** Null where a person chose the target. */
  confidence: z.enum(CONFIDENCES).nullable(),
  /** In words for chips: "nominal unik", "nama mirip 0,93", "hari sama". */
  reasons: z.array(z.string()),
  status: z.enum(MATCH_STATUSES),
  receipt_number: z.string().nullable(),
  /** Of fees that one transfer pays together: the same id for each, and what they owe; booking one books all. */
  together: z.object({ id: z.uuid(), amount: z.int() }).optional(),
});

/** A line of a statement. Amounts in rupiah. */
export const bankLineSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  account_key: z.string(),
  booked_on: day,
  direction: z.enum(LINE_DIRECTIONS),
  amount: z.int(),
  /** The bank's text; without the payer for roles that only read sums, and null for money that went out. */
  description: text,
  bank_reference: text,
  status: z.enum(LINE_STATUSES),
  ignored_reason: text,
  /** Why it is never booked as certain, with the line that says so: the one that it may be, or the one that went out. */
  doubt: z.enum(LINE_DOUBTS).nullable(),
  doubt_line_id: z.uuid().nullable(),
  /** What it may pay, or has paid once it is booked. */
  matches: z.array(bankMatchSchema),
  /**
   * Of a line without a proposal: the bill for which this very amount was asked and is not awaited any more, with the cause
   * of unapplied money that this suggests.
   */
  settled_bill: z
    .object({ cause: z.enum(WHOLE_LINE_CAUSES), number: z.string(), child_name: z.string() })
    .nullable(),
  /** Of a booked line: what was kept as surplus, and what pays nothing or did before it was assigned or returned. */
  surplus: z.int(),
  unapplied: z.int(),
  /** Of money that went out only: the refund that it paid, or those that it may have paid. */
  refunds: z
    .array(
      z.object({
        id: z.uuid(),
        number: z.string(),
        child_name: z.string(),
        total: z.int(),
        /** Null for the refund that was booked. */
        by: z.enum(Object.keys(REFUND_SIGNS) as [RefundSign, ...RefundSign[]]).nullable(),
        /** A slip has noted the transfer: nothing is left to book. Missing else. */
        noted: z.boolean().optional(),
      }),
    )
    .optional(),
});

export type BankLine = z.output<typeof bankLineSchema>;

const accountKey = z.string('Rekening harus dipilih').regex(/^[a-z0-9-]{2,20}$/u, 'Rekening tidak dikenal');

export const importStatement = endpoint({
  id: 'R02',
  method: 'POST',
  path: '/api/admin/bank-statements',
  ...booking,
  summary: 'Unggah mutasi bank (berkas mentah, CSV atau XLSX, paling banyak 20.000 baris)',
  query: z.strictObject({
    account_key: accountKey,
    /** A built-in shape, or the id of one of the school's own. */
    profile: z.union([z.enum(STATEMENT_PROFILES), uuidText()], CHOICE).optional(),
    file_name: lineOfText(150, 'Nama berkas harus diisi'),
    /** Takes over a statement whose sums do not fit; an admin's, with a reason in the header `x-force-reason`. */
    force: z.literal('1', CHOICE).optional(),
  }),
  body: z.never('Kirim berkasnya sebagai application/octet-stream'),
  uploads: true,
  bodyLimit: STATEMENT_MAX_BYTES,
  response: {
    201: z.object({
      statement: bankStatementSchema,
      /** Of its new incoming lines: how sure the best proposal is, and how many have none. */
      matched: z.record(z.enum(CONFIDENCES), z.int()),
      unknown: z.int(),
      /** Lines that an earlier statement held already. */
      known: z.int(),
    }),
  },
});

export const listStatements = endpoint({
  id: 'R03',
  method: 'GET',
  path: '/api/admin/bank-statements',
  ...reading,
  summary: 'Mutasi bank yang sudah diunggah, yang terbaru lebih dahulu',
  query: listQuery(['-imported_at', 'imported_at'] as const).omit({ search: true }),
  response: { 200: z.array(bankStatementSchema) },
});

const filters = {
  /** `undecided`: every status that waits for a person. */
  status: z.enum(LINE_FILTERS, CHOICE).optional(),
  /** Of the best proposal of a line that is not decided yet. */
  confidence: z.enum(CONFIDENCES, CHOICE).optional(),
  /** The bank's days. */
  from: calendarDay(DAY).optional(),
  to: calendarDay(DAY).optional(),
  account: accountKey.optional(),
  /** Money that came in where it is left out. */
  direction: z.enum(LINE_DIRECTIONS, CHOICE).optional(),
};

const lineSums = z.object({ lines: z.int(), amount: z.int() });

const SORTS = ['-booked_on', 'booked_on', '-amount', 'amount'] as const;

export const listBankLines = endpoint({
  id: 'R04',
  method: 'GET',
  path: '/api/admin/bank-lines',
  ...reading,
  summary:
    'Baris uang masuk dari mutasi bank, atau uang keluar; search mencari jumlah, referensi bank, nomor, dan nama; id memilih satu',
  audited: true,
  query: withSpan(
    countable(listQuery(SORTS).extend({ ...filters, id: uuidText().optional() })),
    'from',
    'to',
  ),
  response: { 200: z.array(bankLineSchema) },
});

export const exportBankLines = endpoint({
  id: 'F07',
  method: 'GET',
  path: '/api/admin/bank-lines/export',
  ...reading,
  summary: 'Baris uang masuk sebagai XLSX atau CSV, dengan pencarian dan penyaring yang sama',
  query: withSpan(
    listQuery(SORTS)
      .pick({ search: true, sort: true })
      .extend({ ...filters, ...fileFormat }),
    'from',
    'to',
  ),
  media: [XLSX, CSV],
  response: { 200: z.any() },
});

export const summarizeBankLines = endpoint({
  id: 'R05',
  method: 'GET',
  path: '/api/admin/bank-lines/summary',
  ...reading,
  summary: 'Banyak dan jumlah baris menurut status dan keyakinan, dengan pencarian dan penyaring yang sama',
  query: withSpan(
    listQuery(['-booked_on'] as const)
      .pick({ search: true })
      .extend(filters),
    'from',
    'to',
  ),
  response: {
    200: z.object({
      status: z.record(z.enum(LINE_STATUSES), lineSums),
      /** Of lines with proposals, by the best of each. */
      confidence: z.record(z.enum(CONFIDENCES), lineSums),
    }),
  },
});

export const ignoreBankLine = endpoint({
  id: 'R09',
  method: 'POST',
  path: '/api/admin/bank-lines/{id}/ignore',
  ...booking,
  summary: 'Sisihkan baris yang bukan pembayaran keluarga',
  params: idParams,
  body: z.strictObject({ reason: reason('Alasan harus diisi') }),
  response: { 200: bankLineSchema },
});

export const restoreBankLine = endpoint({
  id: 'R17',
  method: 'POST',
  path: '/api/admin/bank-lines/{id}/restore',
  ...booking,
  summary: 'Kembalikan baris yang disisihkan',
  params: idParams,
  response: { 200: bankLineSchema },
});

export const bankCalls = [
  importStatement,
  listStatements,
  listBankLines,
  exportBankLines,
  summarizeBankLines,
  ignoreBankLine,
  restoreBankLine,
] as const;
