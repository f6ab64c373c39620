import {
  addInvoicePayment,
  editInvoicePayment,
  getPaymentDefaults,
  listInvoicePayments,
  payInvoice,
  verifyInvoicePayment,
} from '@gerbang/contracts/invoice-payments';
import { checkInvoiceProof as checkCall } from '@gerbang/contracts/proof-checks';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { withBody } from '@gerbang/service-kit/http/use-cases';
import type { FastifyInstance } from 'fastify';
import { addPayment } from './add-payment.ts';
import { checkInvoiceProof } from './check-proof.ts';
import { editPayment } from './edit-payment.ts';
import { WITH_PROVIDER_MS } from '../gateway/port.ts';
import { findInvoice } from '../invoices/invoices.repository.ts';
import { noInvoice } from '../invoices/invoices.view.ts';
import { bankInfoOf, toPayment } from './invoice-payments.view.ts';
import { lastBankPayment, paymentsOf } from './invoice-payments.repository.ts';
import { type SendingContext, sendPayment } from './send-payment.ts';
import { decidePayment } from './verify-payment.ts';

/** The calls about payments of invoices. */
export function invoicePaymentsRoutes(
  app: FastifyInstance,
  verifier: Verifier,
  context: SendingContext,
): void {
  const db = context.database.knex;

  mount(app, verifier, listInvoicePayments, async ({ identity, params }) => {
    const ownerId = identity.role === 'wali_murid' ? identity.sub : null;
    const invoice = await findInvoice(db, params.invoiceId, ownerId);
    if (!invoice) throw noInvoice();
    const payments = await paymentsOf(db, invoice.id);
    return payments.map((payment) => toPayment(context, payment, identity.role));
  });

  mount(app, verifier, getPaymentDefaults, async ({ identity }) => {
    const last = await lastBankPayment(db, identity.sub);
    return {
      bank_info: last ? bankInfoOf(context, last) : null,
      reminder_days: [...context.config.REMINDER_DAYS],
    };
  });

  mount(app, verifier, payInvoice, withBody(context, sendPayment), WITH_PROVIDER_MS);

  mount(app, verifier, addInvoicePayment, withBody(context, addPayment), WITH_PROVIDER_MS);

  mount(app, verifier, editInvoicePayment, ({ identity, request, params, body }) =>
    editPayment(context, callerOf(identity, request), params.paymentId, body),
  );

  mount(app, verifier, verifyInvoicePayment, ({ identity, request, params, body }) =>
    decidePayment(context, callerOf(identity, request), params.paymentId, body),
  );

  mount(app, verifier, checkCall, ({ request, params }) =>
    checkInvoiceProof(context, params.paymentId, String(request.id)),
  );
}
