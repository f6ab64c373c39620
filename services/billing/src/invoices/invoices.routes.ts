import {
  exportInvoices as exportCall,
  getAgeing,
  listOwnInvoices,
  listStaffInvoices,
  summarizeInvoices,
} from '@gerbang/contracts/invoices';
import { countOwedInvoices } from '@gerbang/contracts/internal-calls';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { invoiceFile } from './export-invoices.ts';
import { createStaffInvoiceList, ownInvoiceList, summarizeInvoiceList } from './invoice-lists.repository.ts';
import { countOwed } from './invoices.repository.ts';
import { sumAgeing } from './sum-ageing.ts';

/** The calls about invoices: lists, counters, ageing and export. */
export function invoicesRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const { now } = context;
  const db = context.database.knex;

  mount(app, verifier, listOwnInvoices, ({ identity, query, reply }) =>
    sendList(reply, listOwnInvoices.path, query, ownInvoiceList(db, identity.sub, query, now())),
  );

  const staffList = createStaffInvoiceList(context.database);
  mount(app, verifier, listStaffInvoices, ({ query, reply }) =>
    sendList(reply, listStaffInvoices.path, query, staffList(query, now())),
  );

  mount(app, verifier, summarizeInvoices, ({ query }) => summarizeInvoiceList(db, query, now()));

  mount(app, verifier, getAgeing, ({ query }) => sumAgeing(context, query));

  mountInternal(app, context.config.INTERNAL_KEY, countOwedInvoices, async ({ academic_year }) => ({
    count: await countOwed(db, academic_year),
  }));

  const files = { ...context, most: context.config.STAFF_EXPORTS_PER_HOUR };
  mountListFile(app, verifier, exportCall, files, ({ query }) => invoiceFile(context, query));
}
