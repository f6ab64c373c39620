import { billingDashboard, type BillingArea } from '@gerbang/contracts/billing-dashboard';
import { can } from '@gerbang/domain/abilities';
import { familyDues } from '@gerbang/domain/family-dues';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { asksExactly } from '@gerbang/domain/payment-expectations';
import type { Role } from '@gerbang/domain/roles';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { shownToConfirm } from '../family-dues/family-dues.repository.ts';
import { countWithRefunds } from '../money-requests/money-requests.repository.ts';
import { sumAgeing } from '../invoices/sum-ageing.ts';
import {
  countOpenConfirmations,
  parentReads,
  recentEvents,
  sumWaitingPayments,
} from './dashboard.repository.ts';

/** A parent's part: the next payment, the sum of all open ones, and the children to be confirmed. */
async function parentArea(
  reads: ReturnType<typeof parentReads>,
  { now, school }: Context,
  userId: string,
): Promise<NonNullable<BillingArea['parent']>> {
  const [invoices, to_confirm] = await Promise.all([reads.invoices(userId), reads.toConfirm(userId)]);
  return {
    ...familyDues(invoices, jakartaDay(now())),
    exact_amounts: asksExactly(school.settings),
    to_confirm: to_confirm.map(shownToConfirm),
  };
}

/** The staff's part: what waits for this role; amounts of money only for roles that may read invoices. */
async function staffArea(context: Context, role: Role): Promise<NonNullable<BillingArea['staff']>> {
  const db = context.database.knex;
  const seesMoney = can(role, 'invoices.read');
  const [confirmations, payments, requests, ageing, recent] = await Promise.all([
    countOpenConfirmations(db),
    seesMoney ? sumWaitingPayments(db) : null,
    can(role, 'money_requests.decide') ? countWithRefunds(db, 'waits') : 0,
    seesMoney ? sumAgeing(context, {}) : null,
    recentEvents(db, seesMoney),
  ]);
  return { confirmations, payments, ...(requests > 0 && { money_requests: requests }), ageing, recent };
}

/** Billing's part of `GET /api/dashboard`, called by the gateway. */
export function dashboardRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const reads = parentReads(context.database);
  mount(app, verifier, billingDashboard, async ({ identity }) => ({
    parent: can(identity.role, 'invoices.own') ? await parentArea(reads, context, identity.sub) : null,
    staff: can(identity.role, 'enrollment.monitor') ? await staffArea(context, identity.role) : null,
  }));
}
