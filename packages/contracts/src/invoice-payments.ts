import { rolesWith } from '@gerbang/domain/abilities';
import { HAND_METHODS, PAYMENT_METHODS, VERIFICATION_STATUSES } from '@gerbang/domain/invoice-payments';
import { REVERSAL_CAUSES } from '@gerbang/domain/payment-reversals';
import { z } from 'zod';
import { calendarDay } from './days.ts';
import { endpoint, PDF } from './endpoint.ts';
import { paidRupiah } from './money.ts';
import { receiptQuery } from './papers.ts';
import { deciderSchema, personSchema } from './registrations.ts';
import { idParams, optionalLine, optionalParagraph, uuidText } from './text.ts';

const payments = { service: 'billing', tags: ['pembayaran tagihan'] } as const;
const reading = { ...payments, access: { kind: 'roles', roles: rolesWith('billing.read') } } as const;
const staff = { ...payments, access: { kind: 'roles', roles: rolesWith('invoices.manage') } } as const;
const text = z.string().nullable();
const moment = z.iso.datetime();
const FILE = 'File tidak dapat dipakai. Unggah kembali filenya.';
const WITHOUT_PROOF = 'Bukti pembayaran wajib diupload';
const AMOUNT = 'Jumlah pembayaran harus lebih dari 0';

/** A payment of an invoice; people by name and role. `admin_notes` is only sent to staff. */
export const invoicePaymentSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  enrollment_invoice_id: z.uuid(),
  amount_paid: z.int(),
  payment_date: z.iso.date(),
  payment_method: z.enum(PAYMENT_METHODS),
  bank_info: text,
  admin_notes: text.optional(),
  auto_verify: z.boolean(),
  /** Null for cash that was taken at the counter, and for money that only the bank's statement proves. */
  payment_evidence_url: text,
  payment_evidence_filename: text,
  /** Whether it was recognised in the bank's statement. */
  from_bank: z.literal(true).optional(),
  /** Whether the proof is like another one and not verified for that; only sent to staff. */
  proof_alert: z.boolean().optional(),
  verification_status: z.enum(VERIFICATION_STATUSES),
  rejection_reason: text,
  verified_by_user: deciderSchema.nullable(),
  verified_at: moment.nullable(),
  rejected_by_user: personSchema.nullable(),
  rejected_at: moment.nullable(),
  /** Why and when it was reversed, of a reversed payment alone. */
  reversal: z
    .object({ cause: z.enum(REVERSAL_CAUSES), reason: z.string(), at: moment, by: personSchema })
    .optional(),
  /** Whether its money was moved here from a payment that was reversed. */
  moved: z.literal(true).optional(),
  /** Number of the receipt of a payment that was verified. */
  receipt_number: text,
  /** Proofs that staff replaced before the payment was checked, the newest first; absent from an older service. */
  previous_proofs: z
    .array(z.object({ url: z.string(), replaced_at: moment, replaced_by: personSchema }))
    .optional(),
  created_by: deciderSchema,
  created_at: moment,
  updated_at: moment,
});
export type InvoicePayment = z.output<typeof invoicePaymentSchema>;

const proof = (message: string) => ({
  payment_evidence_url: z.string(message).min(1, message).max(300, FILE),
  payment_evidence_filename: optionalLine(150).optional(),
});
const sent = {
  enrollment_invoice_id: uuidText(),
  amount_paid: paidRupiah(AMOUNT),
  payment_date: calendarDay('Tanggal pembayaran harus diisi'),
  bank_info: optionalLine(200).optional(),
};

export const listInvoicePayments = endpoint({
  id: 'E14',
  method: 'GET',
  path: '/api/enrollment-invoice-payments/invoice/{invoiceId}',
  ...reading,
  summary: 'Riwayat pembayaran sebuah tagihan, terbaru dahulu',
  params: z.strictObject({ invoiceId: uuidText() }),
  response: { 200: z.array(invoicePaymentSchema) },
});

export const getPaymentDefaults = endpoint({
  id: 'E27',
  method: 'GET',
  path: '/api/parent/payment-defaults',
  ...payments,
  access: { kind: 'roles', roles: rolesWith('invoices.own') },
  summary: 'Bank pembayaran tagihan terakhir keluarga sendiri, dan hari-hari pengingat',
  response: {
    200: z.object({
      /** Null before the first payment that names a bank. */
      bank_info: text,
      /** Days after the due date (negative: before) on which families are reminded; empty = never. */
      reminder_days: z.array(z.int()),
    }),
  },
});

export const payInvoice = endpoint({
  id: 'E09',
  method: 'POST',
  path: '/api/enrollment-invoice-payments',
  ...payments,
  access: { kind: 'roles', roles: rolesWith('invoices.own') },
  summary: 'Kirim bukti pembayaran sebuah tagihan',
  idempotent: true,
  body: z.strictObject({ ...sent, ...proof('Silakan upload bukti pembayaran terlebih dahulu.') }),
  response: { 201: invoicePaymentSchema },
});
export type InvoicePaymentCreation = z.input<(typeof payInvoice)['body']>;

export const addInvoicePayment = endpoint({
  id: 'E10',
  method: 'POST',
  path: '/api/admin/enrollment-invoice-payments',
  ...staff,
  summary:
    'Catat pembayaran atas nama orang tua; auto_verify memverifikasinya sekaligus. Tunai oleh keuangan dan administrator.',
  idempotent: true,
  body: z
    .strictObject({
      ...sent,
      ...z.object(proof(WITHOUT_PROOF)).partial().shape,
      payment_method: z.enum(HAND_METHODS, 'Metode pembayaran tidak dikenal').default('transfer'),
      admin_notes: optionalParagraph(2000).optional(),
      auto_verify: z.boolean('Isian tidak valid').default(true),
    })
    // For cash the school says whether it needs one.
    .refine((body) => body.payment_method === 'cash' || body.payment_evidence_url !== undefined, {
      path: ['payment_evidence_url'],
      message: WITHOUT_PROOF,
    }),
  response: { 201: invoicePaymentSchema },
});

export const editInvoicePayment = endpoint({
  id: 'E11',
  method: 'PUT',
  path: '/api/enrollment-invoice-payments/{paymentId}',
  ...staff,
  summary: 'Ubah jumlah atau bukti pembayaran yang belum diperiksa (staf)',
  params: z.strictObject({ paymentId: uuidText() }),
  body: z.strictObject({ amount_paid: sent.amount_paid, ...proof(FILE) }).partial(),
  response: { 200: invoicePaymentSchema },
});
export type InvoicePaymentEdit = z.input<(typeof editInvoicePayment)['body']>;

export const verifyInvoicePayment = endpoint({
  id: 'E15',
  method: 'PUT',
  path: '/api/admin/enrollment-invoice-payments/{paymentId}/verify',
  ...staff,
  summary: 'Verifikasi atau tolak sebuah pembayaran',
  params: z.strictObject({ paymentId: uuidText() }),
  body: z
    .strictObject({
      action: z.enum(['verify', 'reject'], 'Tindakan tidak dikenal'),
      rejection_reason: optionalParagraph(2000).optional(),
    })
    .superRefine(({ action, rejection_reason }, context) => {
      if ((action === 'reject') === Boolean(rejection_reason)) return;
      const message =
        action === 'reject' ? 'Alasan penolakan diperlukan' : 'Alasan hanya untuk pembayaran yang ditolak';
      context.addIssue({ code: 'custom', path: ['rejection_reason'], message });
    }),
  response: { 200: invoicePaymentSchema },
});

export const getReceipt = endpoint({
  id: 'E19',
  method: 'GET',
  path: '/api/enrollment-invoice-payments/{id}/receipt',
  ...reading,
  summary: 'Kuitansi sebuah pembayaran yang terverifikasi, sebagai PDF di kertas A5 atau gulungan 80 mm',
  params: idParams,
  query: receiptQuery,
  // The document's bytes.
  media: [PDF],
  response: { 200: z.any() },
});
