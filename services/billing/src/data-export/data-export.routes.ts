import { billingExport, type BillingExport } from '@gerbang/contracts/billing-export';
import { processingTrail } from '@gerbang/service-kit/audit/processing-trail';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { heldConfirmations } from '../enrollment-confirmations/enrollment-confirmations.repository.ts';
import { toConfirmation } from '../enrollment-confirmations/enrollment-confirmations.view.ts';
import { paymentsOf } from '../invoice-payments/invoice-payments.repository.ts';
import { toPayment } from '../invoice-payments/invoice-payments.view.ts';
import { heldInvoices } from '../invoices/invoices.repository.ts';
import { toInvoice } from '../invoices/invoices.view.ts';
import { expectationsOf, feeLinesOf } from '../payment-expectations/payment-expectations.repository.ts';
import { toHeldExpectation } from '../payment-expectations/payment-expectations.view.ts';
import { heldPapers } from '../papers/papers.repository.ts';
import { toHeldPaper } from '../papers/papers.view.ts';
import { requestsOf } from '../money-requests/money-requests.repository.ts';
import { toHeldRequest } from '../money-requests/money-requests.view.ts';
import { requestsOfFamily } from '../pay-requests/pay-requests.repository.ts';
import { toHeldPay } from '../pay-requests/pay-requests.view.ts';
import { refundsOf } from '../refunds/refunds.repository.ts';
import { toHeldRefund } from '../refunds/refunds.view.ts';
import { heldSchemes } from '../payment-schemes/payment-schemes.repository.ts';
import { toHeldScheme } from '../payment-schemes/payment-schemes.view.ts';

/** Everything that billing holds about a family, with the trail of what was done with it. */
async function exportBilling(context: Context, userId: string): Promise<BillingExport> {
  const db = context.database.knex;
  const confirmations = await heldConfirmations(db, userId);
  const invoices = await heldInvoices(db, userId);
  const schemes = await heldSchemes(db, userId);
  const payments: BillingExport['payments'] = [];
  for (const { id } of invoices) {
    const records = await paymentsOf(db, id);
    payments.push(...records.map((record) => toPayment(context, record, 'wali_murid')));
  }
  const expectations = await expectationsOf(db, userId);
  const together = Map.groupBy(
    await feeLinesOf(
      db,
      expectations.map(({ id }) => id),
    ),
    (line) => line.expectation_id,
  );
  const papers = await heldPapers(db, userId);
  const requests = await requestsOf(db, userId);
  const refunds = await refundsOf(db, userId);
  const online = await requestsOfFamily(db, userId);
  const subjects = [
    confirmations,
    schemes,
    invoices,
    payments,
    expectations,
    online,
    papers,
    requests,
    refunds,
  ]
    .flat()
    .map(({ id }) => id);
  const lists = [
    {
      actions: [
        ...(invoices.length > 0 ? ['invoice.exported', 'invoice.arrears_read'] : []),
        ...(papers.length > 0 ? ['papers.read', 'papers.exported'] : []),
        ...(refunds.length > 0 ? ['refunds.read', 'refunds.exported'] : []),
      ],
      of: [...invoices, ...papers, ...refunds],
    },
    { actions: ['confirmation.exported'], of: confirmations },
    { actions: ['money_requests.exported'], of: requests.map(({ asked_at }) => ({ created_at: asked_at })) },
    { actions: ['pay_requests.exported'], of: online },
  ].flatMap(({ actions, of }) => {
    const begun = of.map(({ created_at }) => new Date(created_at).getTime());
    return begun.length === 0 ? [] : [{ actions, since: new Date(Math.min(...begun)) }];
  });
  return {
    confirmations: confirmations.map(toConfirmation),
    schemes: schemes.map(toHeldScheme),
    invoices: invoices.map((record) => toInvoice(record, context.now())),
    payments,
    payment_expectations: expectations.map((one) =>
      toHeldExpectation(
        one,
        (together.get(one.id) ?? []).map((line) => line.registration_id),
      ),
    ),
    ...(online.length > 0 && { pay_requests: online.map(toHeldPay) }),
    papers: papers.map(toHeldPaper),
    ...(requests.length > 0 && { money_requests: requests.map(toHeldRequest) }),
    ...(refunds.length > 0 && { refunds: refunds.map((record) => toHeldRefund(context, record)) }),
    trail: await processingTrail(db, userId, subjects, ...lists),
  };
}

/** Billing's part of a family's data export. */
export function dataExportRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, billingExport, ({ identity }) => exportBilling(context, identity.sub));
}
