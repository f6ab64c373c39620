import { rolesWith } from '@gerbang/domain/abilities';
import { BANK_TARGETS } from '@gerbang/domain/payment-expectations';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { paidRupiah } from './money.ts';
import { slipIds } from './slip-fees.ts';
import { uuidText } from './text.ts';

/** What a family is asked to transfer, and how long the amount is kept for it. Amounts in rupiah. */
export const paymentExpectationSchema = z.object({
  /** `base` and `unique_add` together. */
  transfer_amount: z.int(),
  base: z.int(),
  /** 0 where the school uses no unique amounts, or none is free. */
  unique_add: z.int(),
  reference: z.string(),
  account: z.object({
    key: z.string(),
    bank_name: z.string(),
    account_number: z.string(),
    owner: z.string(),
  }),
  expires_at: z.iso.datetime(),
});
export type PaymentExpectation = z.output<typeof paymentExpectationSchema>;

export const expectPayment = endpoint({
  id: 'R01',
  method: 'POST',
  path: '/api/payment-expectations',
  service: 'billing',
  tags: ['mutasi bank'],
  access: { kind: 'roles', roles: rolesWith('enrollment.own') },
  summary: 'Jumlah tepat yang ditransfer keluarga untuk satu atau beberapa biaya pendaftaran, atau tagihan',
  body: z.discriminatedUnion(
    'kind',
    [
      z.strictObject({
        kind: z.enum(BANK_TARGETS),
        /** Of the registration or of the invoice. */
        id: uuidText(),
        /** Part of an invoice; all that is owed where it is left out. */
        amount: paidRupiah('Jumlah pembayaran harus lebih dari 0').optional(),
        /** What the family was asked last for this bill stays, if it was for a part: pages that only name the amount ask so. */
        keep: z.literal(true).optional(),
      }),
      z.strictObject({
        kind: z.literal('registration_fees'),
        /** Of the registrations whose fees are paid with one transfer. */
        ids: slipIds,
      }),
    ],
    'Pilihan tidak dikenal',
  ),
  response: { 200: paymentExpectationSchema, 201: paymentExpectationSchema },
});
