import {
  addInvoicePayment,
  editInvoicePayment,
  listInvoicePayments,
  payInvoice,
  verifyInvoicePayment,
} from '@gerbang/contracts/invoice-payments';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { checkPayment } from './check-payment.ts';
import { editPayment } from './edit-payment.ts';
import { noInvoice } from '../invoices/invoices.view.ts';
import { toPayment } from './invoice-payments.view.ts';
import { paymentsOf, readInvoice } from './invoice-payments.repository.ts';
import { addPayment, sendPayment } from './send-payment.ts';

/** The calls about payments of invoices (authorization rows E09–E11, E14, E15). */
export function paymentsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, listInvoicePayments, async ({ identity, params }) => {
    const ownerId = identity.role === 'wali_murid' ? identity.sub : null;
    const invoice = await readInvoice(db, params.invoiceId, ownerId);
    if (!invoice) throw noInvoice();
    const payments = await paymentsOf(db, invoice.id);
    return payments.map((one) => toPayment(context, one, identity.role));
  });

  mount(app, verifier, payInvoice, ({ identity, request, body }) =>
    sendPayment(context, callerOf(identity, request), body),
  );

  mount(app, verifier, addInvoicePayment, ({ identity, request, body }) =>
    addPayment(context, callerOf(identity, request), body),
  );

  mount(app, verifier, editInvoicePayment, ({ identity, request, params, body }) =>
    editPayment(context, callerOf(identity, request), params.paymentId, body),
  );

  mount(app, verifier, verifyInvoicePayment, ({ identity, request, params, body }) =>
    checkPayment(context, callerOf(identity, request), params.paymentId, body),
  );
}
