import { INVOICE_STATUSES } from '@gerbang/domain/invoices';
import { JENJANG } from '@gerbang/domain/levels';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ageingSchema } from './invoices.ts';
import { recentSchema } from './recent-events.ts';

/** An accepted child whose re-enrolment can be confirmed. */
export const toConfirmSchema = z.object({
  registration_id: z.uuid(),
  child_name: z.string(),
  jenjang: z.enum(JENJANG),
  kelas: z.string().nullable(),
  declined: z.boolean(),
  /** Until when the seat of an open offer is held; absent without a deadline. */
  answer_until: z.iso.datetime().optional(),
});

/** Billing's part of the dashboard: `parent` or `staff` by the role, the other one null. */
export const billingAreaSchema = z.object({
  parent: z
    .object({
      /** The payable invoice that is due first. */
      next_payment: z
        .object({
          invoice_id: z.uuid(),
          invoice_number: z.string(),
          installment_name: z.string(),
          child_name: z.string(),
          due_date: z.iso.date(),
          remaining: z.int(),
          status: z.enum(INVOICE_STATUSES),
          overdue: z.boolean(),
        })
        .nullable(),
      /** Whether the school asks for exact amounts, so that pages know it at once. */
      exact_amounts: z.boolean().optional(),
      /** All payable invoices together. */
      outstanding: z.object({ invoices: z.int(), amount: z.int() }),
      /** Accepted children whose re-enrolment is not confirmed, or was declined and can be sent again. */
      to_confirm: z.array(toConfirmSchema),
    })
    .nullable(),
  staff: z
    .object({
      /** Confirmations that wait for the school, and processed ones that wait for a scheme. */
      confirmations: z.object({ waiting: z.int(), without_scheme: z.int() }).nullable(),
      /** Payments that wait to be verified; null for roles that may not see them. */
      payments: z
        .object({ waiting: z.int(), amount: z.int(), oldest_at: z.iso.datetime().nullable() })
        .nullable(),
      /** Changes of money that wait for a second person; absent where there are none, and for roles that decide none. */
      money_requests: z.int().optional(),
      ageing: ageingSchema.nullable(),
      recent: recentSchema.optional(),
    })
    .nullable(),
});
export type BillingArea = z.output<typeof billingAreaSchema>;

/** A call of the gateway alone, so it is not in the list of all calls. */
export const billingDashboard = endpoint({
  id: 'G01-billing',
  method: 'GET',
  path: '/api/dashboard/billing',
  service: 'billing',
  access: { kind: 'session' },
  summary: 'Bagian daftar ulang dan tagihan dari dashboard',
  tags: ['dashboard'],
  response: { 200: billingAreaSchema },
});
