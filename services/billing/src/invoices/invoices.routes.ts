import {
  exportInvoices as exportCall,
  getAgeing,
  listOwnInvoices,
  listStaffInvoices,
  summarizeInvoices,
} from '@gerbang/contracts/invoices';
import { listInvoicesOfScheme } from '@gerbang/contracts/payment-schemes';
import { can } from '@gerbang/domain/abilities';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import { Semaphore } from '@gerbang/service-kit/program/semaphore';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { noScheme } from '../payment-schemes/payment-schemes.view.ts';
import { exportInvoices } from './export-invoices.ts';
import { createStaffInvoiceList, ownInvoiceList, summarizeInvoiceList } from './invoice-lists.repository.ts';
import { invoicesOfScheme } from './invoices.repository.ts';
import { toInvoice } from './invoices.view.ts';
import { sumAgeing } from './sum-ageing.ts';

/** An export over a slow line takes long; each holds a database connection at times, so few run at once. */
const EXPORT_TIME_MS = 120_000;
const EXPORTS_AT_ONCE = 3;

/** The calls about invoices: lists, counters, ageing and export. */
export function invoicesRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const { now } = context;
  const db = context.database.knex;
  const exportSlots = new Semaphore(EXPORTS_AT_ONCE);

  mount(app, verifier, listInvoicesOfScheme, async ({ identity, params }) => {
    const ownerId = can(identity.role, 'invoices.read') ? null : identity.sub;
    const records = await invoicesOfScheme(db, params.schemeId, ownerId);
    // Every scheme has invoices, so none means that there is no such scheme.
    if (records.length === 0) throw noScheme();
    const moment = now();
    return records.map((record) => toInvoice(record, moment));
  });

  mount(app, verifier, listOwnInvoices, ({ identity, query, reply }) =>
    sendList(reply, listOwnInvoices.path, query, ownInvoiceList(db, identity.sub, query, now())),
  );

  const staffList = createStaffInvoiceList(context.database);
  mount(app, verifier, listStaffInvoices, ({ query, reply }) =>
    sendList(reply, listStaffInvoices.path, query, staffList(query, now())),
  );

  mount(app, verifier, summarizeInvoices, ({ query }) => summarizeInvoiceList(db, query, now()));

  mount(app, verifier, getAgeing, ({ query }) => sumAgeing(context, query));

  mount(
    app,
    verifier,
    exportCall,
    async ({ identity, request, query, reply }) => {
      const caller = callerOf(identity, request);
      const { stream, name } = await exportInvoices(context, caller, query, exportSlots);
      return reply
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(stream);
    },
    EXPORT_TIME_MS,
  );
}
