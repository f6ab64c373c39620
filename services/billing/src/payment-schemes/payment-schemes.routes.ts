import {
  createScheme as createCall,
  getSchemeOfConfirmation,
  listInvoicesOfScheme,
} from '@gerbang/contracts/payment-schemes';
import { withdrawAcceptance as withdrawCall } from '@gerbang/contracts/internal-calls';
import { reviseScheme as reviseCall, voidScheme as voidCall } from '@gerbang/contracts/scheme-changes';
import { can } from '@gerbang/domain/abilities';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import { mount } from '@gerbang/service-kit/http/mount';
import { withBody, withId } from '@gerbang/service-kit/http/use-cases';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { invoicesOfScheme } from '../invoices/invoices.repository.ts';
import { toInvoice } from '../invoices/invoices.view.ts';
import { createScheme } from './create-scheme.ts';
import { endEnrollment } from './end-enrollment.ts';
import { findScheme } from './payment-schemes.repository.ts';
import { noScheme, toScheme } from './payment-schemes.view.ts';
import { reviseScheme } from './revise-scheme.ts';
import { voidScheme } from './void-scheme.ts';

/** The calls about payment schemes, and the one that ends an acceptance with what was billed for it. */
export function paymentSchemesRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, createCall, withBody(context, createScheme));

  mount(app, verifier, voidCall, withId(context, voidScheme));

  mount(app, verifier, reviseCall, async ({ identity, request, reply, params, body }) => {
    const answer = await reviseScheme(context, callerOf(identity, request), params.id, body);
    if ('request_id' in answer) reply.code(202);
    return answer;
  });

  mount(app, verifier, getSchemeOfConfirmation, async ({ identity, params }) => {
    const ownerId = can(identity.role, 'invoices.read') ? null : identity.sub;
    const record = await findScheme(context.database.knex, params.confirmationId, ownerId);
    if (!record) throw noScheme();
    return toScheme(record);
  });

  mount(app, verifier, listInvoicesOfScheme, async ({ identity, params }) => {
    const ownerId = can(identity.role, 'invoices.read') ? null : identity.sub;
    const records = await invoicesOfScheme(context.database.knex, params.schemeId, ownerId);
    // Every scheme has invoices, so none means that there is no such scheme.
    if (records.length === 0) throw noScheme();
    const moment = context.now();
    return records.map((record) => toInvoice(record, moment));
  });

  mountInternal(app, context.config.INTERNAL_KEY, withdrawCall, (acceptance, origin) =>
    endEnrollment(context, acceptance, origin),
  );
}
