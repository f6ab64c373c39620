import { billingExport } from '@gerbang/contracts/data-export';
import type { BillingExport } from '@gerbang/contracts/data-export.types';
import { processingTrail } from '@gerbang/service-kit/audit/processing-trail';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import { toConfirmation } from '../enrollment-confirmations/enrollment-confirmations.view.ts';
import {
  type ConfirmationRecord,
  ownConfirmations,
} from '../enrollment-confirmations/enrollment-confirmations.repository.ts';
import type { Context } from '../context.ts';
import { toInvoice } from '../invoices/invoices.view.ts';
import { type InvoiceRecord, ownInvoices } from '../invoices/invoices.repository.ts';
import { toPayment } from '../invoice-payments/invoice-payments.view.ts';
import { paymentsOf } from '../invoice-payments/invoice-payments.repository.ts';
import { schemeOf } from '../payment-schemes/payment-schemes.view.ts';

/** What billing holds about a family, deleted registrations included (authorization row B10). */
async function exportBilling(context: Context, userId: string): Promise<BillingExport> {
  const db = context.database.knex;
  // Of a deleted registration too: it is held until its time is over.
  const held = <Q extends { clear(part: 'where'): Q; where(column: string, value: string): Q }>(rows: Q) =>
    rows.clear('where').where('registrations.user_id', userId);
  const confirmed: ConfirmationRecord[] = await held(ownConfirmations(db, userId)).orderBy(
    'enrollment_confirmations.id',
  );
  const billed: InvoiceRecord[] = await held(ownInvoices(db, userId)).orderBy('enrollment_invoices.id');
  const schemes: BillingExport['schemes'] = [];
  for (const { id } of confirmed) {
    const scheme = await schemeOf(db, id);
    if (scheme) schemes.push(scheme);
  }
  const payments: BillingExport['payments'] = [];
  for (const { id } of billed) {
    for (const one of await paymentsOf(db, id)) payments.push(toPayment(context, one, 'wali_murid'));
  }
  const [first] = billed;
  const subjects = [confirmed, schemes, billed, payments].flat().map(({ id }) => id);
  return {
    confirmations: confirmed.map(toConfirmation),
    schemes,
    invoices: billed.map((record) => toInvoice(record, context.now())),
    payments,
    trail: await processingTrail(
      db,
      userId,
      subjects,
      first && { action: 'invoice.exported', since: new Date(first.created_at) },
    ),
  };
}

/** Billing's part of a family's export (authorization row B10). */
export function dataRightsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, billingExport, ({ identity }) => exportBilling(context, identity.sub));
}
