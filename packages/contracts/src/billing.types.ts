import type { z } from 'zod';
import type * as area from './billing-dashboard.ts';
import type * as enrollment from './enrollment-confirmations.ts';
import type * as payments from './invoice-payments.ts';
import type * as invoices from './invoices.ts';
import type * as expectations from './payment-expectations.ts';
import type * as schemes from './payment-schemes.ts';

/** Shapes of the billing calls without their schemas, for programs that must not carry zod. */
export type Confirmation = z.output<typeof enrollment.confirmationSchema>;
export type FeeEstimate = NonNullable<
  z.output<(typeof enrollment.estimateEnrollmentFees)['response'][200]>['estimate']
>;
export type ConfirmationCreation = z.input<(typeof enrollment.createConfirmation)['body']>;
export type ConfirmationSummary = z.output<(typeof enrollment.summarizeConfirmations)['response'][200]>;
export type Scheme = z.output<typeof schemes.schemeSchema>;
export type SchemeCreation = z.input<(typeof schemes.createScheme)['body']>;
export type Invoice = z.output<typeof invoices.invoiceSchema>;
export type OwnInvoice = z.output<typeof invoices.ownInvoiceSchema>;
export type StaffInvoice = z.output<typeof invoices.staffInvoiceSchema>;
export type InvoiceSummary = z.output<(typeof invoices.summarizeInvoices)['response'][200]>;
export type Ageing = z.output<typeof invoices.ageingSchema>;
export type InvoicePayment = z.output<typeof payments.invoicePaymentSchema>;
export type InvoicePaymentCreation = z.input<(typeof payments.payInvoice)['body']>;
export type InvoicePaymentEdit = z.input<(typeof payments.editInvoicePayment)['body']>;
export type PaymentExpectation = z.output<typeof expectations.paymentExpectationSchema>;
export type BillingArea = z.output<typeof area.billingAreaSchema>;
