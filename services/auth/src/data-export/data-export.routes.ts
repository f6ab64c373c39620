import { authExport } from '@gerbang/contracts/data-export';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { exportAccount } from './data-rights.ts';

/** Auth's part of a family's export. */
export function dataRightsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, authExport, ({ identity }) => exportAccount(context, identity.sub));
}
