import { rolesWith } from '@gerbang/domain/abilities';
import { PAYMENT_PREFERENCES } from '@gerbang/domain/enrollment-confirmations';
import { z } from 'zod';
import { confirmationSchema } from './enrollment-confirmations.ts';
import { endpoint } from './endpoint.ts';
import { moneyReason } from './money-requests.ts';
import { idParams } from './text.ts';

const changing = {
  service: 'billing',
  tags: ['skema pembayaran'],
  access: { kind: 'roles', roles: rolesWith('schemes.change') },
  params: idParams,
  idempotent: 'required',
} as const;

/** What a scheme asks for, as both sides of a change show it; whole rupiah. */
export const schemeSideSchema = z.object({
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

export const voidScheme = endpoint({
  ...changing,
  id: 'L18',
  method: 'POST',
  path: '/api/admin/payment-schemes/{id}/void',
  summary: 'Batalkan skema yang belum dibayar; konfirmasinya menunggu keputusan lagi',
  body: z.strictObject({ reason: moneyReason }),
  response: { 200: confirmationSchema },
});
