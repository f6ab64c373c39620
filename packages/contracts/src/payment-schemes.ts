import { rolesWith } from '@gerbang/domain/abilities';
import { PAYMENT_PREFERENCES } from '@gerbang/domain/enrollment-confirmations';
import { JENJANG } from '@gerbang/domain/levels';
import { z } from 'zod';
import { deadlineDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { invoiceSchema } from './invoices.ts';
import { rupiah } from './money.ts';
import { personSchema } from './registrations.ts';
import { lineOfText, uuidText } from './text.ts';

const DUE = 'Tanggal jatuh tempo harus diisi';
const AMOUNT = 'Jumlah harus berupa angka';
const schemes = { service: 'billing', tags: ['skema pembayaran'] } as const;
const reading = { ...schemes, access: { kind: 'roles', roles: rolesWith('billing.read') } } as const;

const terms = {
  payment_period: z.string(),
  payment_scheme: z.enum(PAYMENT_PREFERENCES),
  base_education_fee: z.int(),
  cash_contribution: z.int(),
  loyalty_program_discount: z.int(),
  event_discount: z.int(),
  full_payment_discount: z.int(),
  group_discount: z.int(),
  total_discount: z.int(),
  final_education_fee: z.int(),
};

/** What a scheme asks for, as both sides of a change show it; whole rupiah. */
export const schemeSideSchema = z.object({
  ...terms,
  invoices: z.array(
    z.object({
      /** Null where it gets one with the change. */
      invoice_number: z.string().nullable(),
      installment_name: z.string(),
      total_amount: z.int(),
      due_date: z.iso.date(),
      paid_amount: z.int(),
    }),
  ),
});
export type SchemeSide = z.output<typeof schemeSideSchema>;

/** A scheme as its GET shows it. Amounts in rupiah. */
export const schemeSchema = z.object({
  id: z.uuid(),
  enrollment_confirmation_id: z.uuid(),
  registration_id: z.uuid(),
  child_id: z.uuid(),
  grade_level: z.enum(JENJANG),
  ...terms,
  payment_deadline: z.iso.date(),
  first_installment_date: z.iso.date().nullable(),
  created_by: personSchema,
  created_at: z.iso.datetime(),
  /** Raised by every revision; missing while it is as it was made. */
  version: z.int().optional(),
  /** How the school changed it, the first change first; missing while it is as it was made. */
  changes: z
    .array(
      z.object({
        version: z.int(),
        before: schemeSideSchema,
        after: schemeSideSchema,
        reason: z.string(),
        at: z.iso.datetime(),
        by: personSchema,
      }),
    )
    .optional(),
});
export type Scheme = z.output<typeof schemeSchema>;

/** A scheme in a family's export; `voided` stands with one that the school cancelled. */
export const heldSchemeSchema = schemeSchema.extend({
  voided: z.object({ reason: z.string(), by: personSchema, at: z.iso.datetime() }).optional(),
});
export type HeldScheme = z.output<typeof heldSchemeSchema>;

const discount = rupiah(AMOUNT).default(0);
const day = deadlineDay('Tanggal tidak valid').nullable().optional();

/** What finance chooses of a scheme; totals are the server's: they are accepted here and compared later, a difference is 422, not 400. */
export const schemeAmounts = {
  payment_period: lineOfText(200, 'Periode pembayaran harus dipilih'),
  payment_scheme: z.enum(PAYMENT_PREFERENCES, 'Skema pembayaran harus dipilih'),
  base_education_fee: rupiah('Biaya pendidikan harus diisi'),
  cash_contribution: rupiah(AMOUNT).default(0),
  loyalty_program_discount: discount,
  event_discount: discount,
  full_payment_discount: discount,
  group_discount: discount,
  total_discount: rupiah(AMOUNT).optional(),
  final_education_fee: rupiah(AMOUNT).optional(),
} as const;

export const createScheme = endpoint({
  id: 'E06',
  method: 'POST',
  path: '/api/enrollment-payment-schemes',
  ...schemes,
  access: { kind: 'roles', roles: rolesWith('schemes.create') },
  summary: 'Buat skema pembayaran beserta tagihannya',
  idempotent: true,
  body: z
    .strictObject({
      enrollment_confirmation_id: uuidText(),
      registration_id: uuidText(),
      child_id: uuidText(),
      grade_level: z.enum(JENJANG, 'Jenjang harus dipilih'),
      ...schemeAmounts,
      payment_deadline: day,
      first_installment_date: day,
    })
    .superRefine((body, context) => {
      const full = body.payment_scheme === 'full';
      if (!(full ? body.payment_deadline : body.first_installment_date)) {
        context.addIssue({ code: 'custom', path: ['payment_deadline'], message: DUE });
      }
      if (full && body.first_installment_date) {
        const message = 'Hanya untuk skema cicilan';
        context.addIssue({ code: 'custom', path: ['first_installment_date'], message });
      }
    }),
  response: { 201: schemeSchema },
});
export type SchemeCreation = z.input<(typeof createScheme)['body']>;

export const getSchemeOfConfirmation = endpoint({
  id: 'E07',
  method: 'GET',
  path: '/api/enrollment-payment-schemes/enrollment/{confirmationId}',
  ...reading,
  summary: 'Skema pembayaran sebuah konfirmasi; 404 berarti belum ada',
  params: z.strictObject({ confirmationId: uuidText() }),
  response: { 200: schemeSchema },
});

export const listInvoicesOfScheme = endpoint({
  id: 'E08',
  method: 'GET',
  path: '/api/enrollment-invoices/scheme/{schemeId}',
  ...reading,
  summary: 'Tagihan sebuah skema, menurut tahapnya',
  params: z.strictObject({ schemeId: uuidText() }),
  response: { 200: z.array(invoiceSchema) },
});
