import { rolesWith } from '@gerbang/domain/abilities';
import { FEE_WAYS } from '@gerbang/domain/fee-differences';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { REVERSAL_CAUSES } from '@gerbang/domain/payment-reversals';
import { z } from 'zod';
import { moneyReason, waitsForApproval } from './money-requests.ts';
import { endpoint } from './endpoint.ts';
import { registrationSchema } from './registrations.ts';
import { slipIds } from './slip-fees.ts';
import { staffRegistrationSchema } from './staff-registrations.ts';
import { idParams, optionalLine, optionalParagraph } from './text.ts';
import { seenVersion } from './seen-version.ts';

/** The account that a family paid from. */
export const payerSchema = z.object({
  bank_name: z.string().nullable(),
  bank_account_number: z.string().nullable(),
  bank_account_owner: z.string().nullable(),
});
export type Payer = z.output<typeof payerSchema>;

/** What a family sends of a proof of its transfer. */
const proofFields = {
  bank_name: optionalLine(100).optional(),
  bank_account_number: z
    .preprocess(
      (typed) => (typeof typed === 'string' ? typed.replace(/[\s.-]/gu, '') || null : typed),
      z
        .string('Nomor rekening tidak valid')
        .regex(/^[0-9]{5,30}$/u, 'Nomor rekening harus 5 sampai 30 digit angka')
        .nullable(),
    )
    .optional(),
  bank_account_owner: optionalLine(100).optional(),
  payment_evidence_url: optionalLine(300).optional(),
  payment_evidence_filename: optionalLine(150).optional(),
  payment_status: z.enum(PAYMENT_STATUSES, 'Status pembayaran tidak dikenal'),
};

export const payRegistration = endpoint({
  id: 'C13',
  method: 'PUT',
  path: '/api/registrations/{id}/payment',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('registrations.own') },
  summary: 'Kirim atau hapus bukti pembayaran biaya pendaftaran',
  tags: ['pendaftaran'],
  params: idParams,
  // Statuses and figures that are the server's are accepted here and compared later: a difference is 422, not 400.
  body: z.strictObject({
    payment_amount: z.int('Jumlah harus berupa angka bulat').min(0).max(1_000_000_000_000).optional(),
    ...proofFields,
  }),
  response: { 200: registrationSchema },
});

export const payRegistrations = endpoint({
  id: 'C31',
  method: 'POST',
  path: '/api/registration-payments',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('registrations.own') },
  summary: 'Kirim satu bukti untuk beberapa biaya pendaftaran',
  tags: ['pendaftaran'],
  body: z.strictObject({
    registration_ids: slipIds,
    ...proofFields,
  }),
  // The fees as they stand now, in the order of the body, and their sum in rupiah.
  response: { 200: z.object({ registrations: z.array(registrationSchema), total: z.int() }) },
});

export const getLastPayer = endpoint({
  id: 'C27',
  method: 'GET',
  path: '/api/parent/last-payer',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('registrations.own') },
  summary: 'Rekening pengirim dari pembayaran pendaftaran terakhir keluarga sendiri',
  tags: ['pendaftaran'],
  // Every field is null before the first proof.
  response: { 200: payerSchema },
});

export const proveOnBehalf = endpoint({
  id: 'C18',
  method: 'PUT',
  path: '/api/admin/registrations/{id}/payment-evidence',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('registrations.prove_on_behalf') },
  summary: 'Kirim bukti pembayaran atas nama orang tua (gambar atau PDF)',
  tags: ['pendaftaran (staf)'],
  params: idParams,
  // A status that is the server's is accepted here and compared later: a difference is 422, not 400.
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
export type ProofOnBehalf = z.input<(typeof proveOnBehalf)['body']>;

export const takeFeeInCash = endpoint({
  id: 'H09',
  method: 'POST',
  path: '/api/admin/registrations/{id}/fee/cash',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('invoices.take_cash') },
  summary: 'Terima biaya pendaftaran, atau selisihnya yang diminta, tunai: masuk ke kas loket saat itu juga',
  tags: ['pendaftaran (staf)'],
  params: idParams,
  body: z.strictObject({}),
  idempotent: 'required',
  response: {
    201: z.object({
      /** The number of the receipt; null = billing makes it in a moment. */
      receipt: z.string().nullable(),
      amount: z.int(),
      registration: staffRegistrationSchema,
    }),
  },
});

export const reverseFee = endpoint({
  id: 'L13',
  method: 'POST',
  path: '/api/admin/registrations/{id}/fee/reverse',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('payments.reverse') },
  summary:
    'Batalkan biaya pendaftaran yang terverifikasi; sesudah hasil diumumkan orang kedua menyetujui (202)',
  tags: ['pendaftaran (staf)'],
  params: idParams,
  body: z.strictObject({
    reason: moneyReason,
    cause: z.enum(REVERSAL_CAUSES, 'Sebab harus dipilih').default('other'),
    version: seenVersion,
  }),
  idempotent: 'required',
  response: { 200: staffRegistrationSchema, 202: waitsForApproval },
});

export const decideFeeDifference = endpoint({
  id: 'L22',
  method: 'PUT',
  path: '/api/admin/registrations/{id}/fee-difference',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('payments.reverse') },
  summary: 'Putuskan selisih biaya pendaftaran setelah koreksi: minta, biarkan, atau kembalikan',
  tags: ['pendaftaran (staf)'],
  params: idParams,
  body: z.strictObject({
    way: z.enum(FEE_WAYS, 'Cara harus dipilih'),
    /** Required where it is left. */
    reason: moneyReason.optional(),
    version: seenVersion,
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
  tags: ['pendaftaran (staf)'],
  params: idParams,
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
