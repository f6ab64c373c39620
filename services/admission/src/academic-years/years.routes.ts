import { changeYear, listYears, planYear as planCall } from '@gerbang/contracts/academic-years';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withBody } from '../use-cases.ts';
import { openYear, planYear, toYear } from './write-year.ts';
import { yearsOf } from '../registration-record/academic-years.repository.ts';

/** The calls about school years. */
export function yearsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, listYears, async () => (await yearsOf(context.database.knex)).map(toYear));
  mount(app, verifier, planCall, withBody(context, planYear));
  mount(app, verifier, changeYear, ({ identity, request, params, body }) =>
    openYear(context, callerOf(identity, request), params.label, body),
  );
}
