import * as enrollment from './enrollment-confirmations.ts';
import * as payments from './invoice-payments.ts';
import * as invoices from './invoices.ts';
import * as schemes from './payment-schemes.ts';

/** Every call of the billing area. */
export const billingCalls = [
  enrollment.listConfirmations,
  enrollment.getConfirmationOfRegistration,
  enrollment.createConfirmation,
  enrollment.listStaffConfirmations,
  enrollment.decideConfirmation,
  enrollment.summarizeConfirmations,
  schemes.createScheme,
  schemes.getSchemeOfConfirmation,
  schemes.listInvoicesOfScheme,
  invoices.listOwnInvoices,
  invoices.listStaffInvoices,
  invoices.summarizeInvoices,
  invoices.exportInvoices,
  invoices.getAgeing,
  invoices.getInvoicePdf,
  payments.listInvoicePayments,
  payments.payInvoice,
  payments.addInvoicePayment,
  payments.editInvoicePayment,
  payments.verifyInvoicePayment,
  payments.getReceipt,
] as const;
