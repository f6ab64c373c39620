import { PAY_CHANNELS, PAY_REQUEST_STATUSES } from '@gerbang/domain/pay-requests';
import { BANK_TARGETS, EXPECTATION_KINDS, EXPECTATION_STATUSES } from '@gerbang/domain/payment-expectations';
import { z } from 'zod';
import { confirmationSchema } from './enrollment-confirmations.ts';
import { invoicePaymentSchema } from './invoice-payments.ts';
import { invoiceSchema } from './invoices.ts';
import { heldRequestSchema } from './money-requests.ts';
import { heldPaperSchema } from './papers.ts';
import { heldRefundSchema } from './refund-shapes.ts';
import { heldSchemeSchema } from './payment-schemes.ts';
import { moment, partOf, trailSchema } from './export-parts.ts';

export const billingExport = partOf(
  'billing',
  z.object({
    confirmations: z.array(confirmationSchema),
    schemes: z.array(heldSchemeSchema),
    invoices: z.array(invoiceSchema),
    payments: z.array(invoicePaymentSchema),
    /** The exact amounts that the family was asked to transfer. */
    payment_expectations: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(EXPECTATION_KINDS),
        registration_id: z.uuid().nullable(),
        /** Of the fees that it asks for together. */
        registration_ids: z.array(z.uuid()).optional(),
        invoice_id: z.uuid().nullable(),
        transfer_amount: z.int(),
        reference: z.string(),
        status: z.enum(EXPECTATION_STATUSES),
        created_at: moment,
        expires_at: moment,
      }),
    ),
    /** What the family asked to pay by virtual account or QRIS; missing where it never did. */
    pay_requests: z
      .array(
        z.object({
          request_no: z.string(),
          kind: z.enum(BANK_TARGETS),
          registration_id: z.uuid().nullable(),
          invoice_id: z.uuid().nullable(),
          channel: z.enum(PAY_CHANNELS),
          bank_code: z.string().nullable(),
          amount: z.int(),
          status: z.enum(PAY_REQUEST_STATUSES),
          va_number: z.string().nullable(),
          rrn: z.string().nullable(),
          paid_amount: z.int().nullable(),
          paid_at: moment.nullable(),
          created_at: moment,
          expires_at: moment,
        }),
      )
      .optional(),
    papers: z.array(heldPaperSchema),
    /** Changes of its money that staff asked a second person about; missing where there was none. */
    money_requests: z.array(heldRequestSchema).optional(),
    /** Money that goes back to it; missing where there is none. */
    refunds: z.array(heldRefundSchema).optional(),
    trail: trailSchema,
  }),
);
export type BillingExport = z.output<(typeof billingExport)['response'][200]>;
