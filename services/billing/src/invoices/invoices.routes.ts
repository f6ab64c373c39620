import { listOwnInvoices, listStaffInvoices, summarizeInvoices } from '@gerbang/contracts/invoices';
import { listInvoicesOfScheme } from '@gerbang/contracts/payment-schemes';
import { can } from '@gerbang/domain/abilities';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { noScheme } from '../payment-schemes/payment-schemes.view.ts';
import { ownList, staffList, summarize } from './invoice-lists.repository.ts';
import { toInvoice } from './invoices.view.ts';
import { type InvoiceRecord, invoices, ownInvoices } from './invoices.repository.ts';

/** The calls about invoices (authorization rows E08, E12, E13, E17). */
export function invoicesRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, listInvoicesOfScheme, async ({ identity, params }) => {
    const rows = can(identity.role, 'invoices.read') ? invoices(db) : ownInvoices(db, identity.sub);
    const records = (await rows
      .where('enrollment_invoices.enrollment_payment_scheme_id', params.schemeId)
      .orderByRaw('installment_stage nulls first')) as InvoiceRecord[];
    // No scheme is without an invoice.
    if (records.length === 0) throw noScheme();
    const now = context.now();
    return records.map((record) => toInvoice(record, now));
  });

  mount(app, verifier, listOwnInvoices, ({ identity, query, reply }) =>
    sendList(reply, listOwnInvoices.path, query, ownList(context, identity.sub, query)),
  );

  mount(app, verifier, listStaffInvoices, ({ query, reply }) =>
    sendList(reply, listStaffInvoices.path, query, staffList(context, query)),
  );

  mount(app, verifier, summarizeInvoices, ({ query }) => summarize(context, query));
}
