import { createScheme as createCall, getSchemeOfConfirmation } from '@gerbang/contracts/payment-schemes';
import { can } from '@gerbang/domain/abilities';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { createScheme } from './create-scheme.ts';
import { noScheme, schemeOf } from './payment-schemes.view.ts';

/** The calls about payment schemes (authorization rows E06, E07). */
export function schemesRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, createCall, ({ identity, request, body }) =>
    createScheme(context, callerOf(identity, request), body),
  );

  mount(app, verifier, getSchemeOfConfirmation, async ({ identity, params }) => {
    const owner = can(identity.role, 'invoices.read') ? undefined : identity.sub;
    const scheme = await schemeOf(context.database.knex, params.confirmationId, owner);
    if (!scheme) throw noScheme();
    return scheme;
  });
}
