import { billingDashboard } from '@gerbang/contracts/billing-dashboard';
import { can } from '@gerbang/domain/abilities';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { parentArea, parentReads } from './dashboard.repository.ts';
import { staffArea } from './staff-area.ts';

/** Billing's part of `GET /api/dashboard`, asked for by the gateway (Precisions, Dashboard). */
export function dashboardRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const reads = parentReads(context.database);
  mount(app, verifier, billingDashboard, async ({ identity }) => ({
    parent: can(identity.role, 'invoices.own') ? await parentArea(reads, context.now(), identity.sub) : null,
    staff: can(identity.role, 'enrollment.monitor') ? await staffArea(context, identity.role) : null,
  }));
}
