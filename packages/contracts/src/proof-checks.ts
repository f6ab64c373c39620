import { rolesWith } from '@gerbang/domain/abilities';
import { PAYERS } from '@gerbang/domain/payers';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sameProofSchema } from './proof-alerts.ts';
import { idParams, uuidText } from './text.ts';

const text = z.string().nullable();

/** What staff compare with a proof before they decide, without whole account numbers. Amounts in rupiah. */
export const proofCheckSchema = z.object({
  /** The record that is decided: a registration or a payment of an invoice, with the version that was seen. */
  id: z.uuid(),
  version: z.int(),
  /** Whether it waits for a decision. */
  waiting: z.boolean(),
  proof_url: text,
  proof_filename: text,
  amount: z.int(),
  /** What is still to be paid. */
  expected: z.int(),
  /** The payer as the family named him, and who of the family has this name. */
  payer: text,
  payer_is: z.enum(PAYERS).nullable(),
  /** Bank and account with only the last four digits. */
  account: text,
  sent_at: z.iso.datetime().nullable(),
  /** Whether it is like another proof and not verified for that: undecided, or found to be used again. */
  proof_alert: z.boolean(),
  /** Proofs of other payments that are like it, the newest first. */
  same: z.array(sameProofSchema),
  /** The fees that the family paid with this one slip, where there are several, and their sum. */
  slip: z
    .object({
      total: z.int(),
      fees: z.array(
        z.object({
          id: z.uuid(),
          number: z.string(),
          child_name: z.string(),
          amount: z.int(),
          payment_status: z.enum(PAYMENT_STATUSES),
        }),
      ),
    })
    .optional(),
});
export type ProofCheck = z.output<typeof proofCheckSchema>;

export const checkFeeProof = endpoint({
  id: 'C24',
  method: 'GET',
  path: '/api/admin/registrations/{id}/proof-check',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('registrations.verify_fee') },
  summary: 'Yang dicocokkan dengan bukti biaya pendaftaran, termasuk bukti yang sama',
  tags: ['pendaftaran (staf)'],
  params: idParams,
  response: { 200: proofCheckSchema },
});

export const checkInvoiceProof = endpoint({
  id: 'E23',
  method: 'GET',
  path: '/api/admin/enrollment-invoice-payments/{paymentId}/proof-check',
  service: 'billing',
  access: { kind: 'roles', roles: rolesWith('invoices.manage') },
  summary: 'Yang dicocokkan dengan bukti pembayaran tagihan, termasuk bukti yang sama',
  tags: ['pembayaran tagihan'],
  params: z.strictObject({ paymentId: uuidText() }),
  response: { 200: proofCheckSchema },
});
