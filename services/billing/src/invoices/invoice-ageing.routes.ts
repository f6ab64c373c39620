import { getAgeing } from '@gerbang/contracts/invoices';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { ageingOf } from './sum-ageing.ts';

/** How late what is to be paid is (authorization row E21). */
export function ageingRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, getAgeing, ({ query }) => ageingOf(context, query));
}
