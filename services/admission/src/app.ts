import type { Verifier } from '@gerbang/service-kit/identity';
import { createServer, type ServerOptions } from '@gerbang/service-kit/server';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { regionRoutes } from './regions/regions.routes.ts';
import { schoolRoutes } from './school/school.routes.ts';

/** The service without its listener: the same for `main.ts` and for the tests at its door. */
export function buildApp(options: ServerOptions & { identity: Verifier }, context: Context): FastifyInstance {
  const app = createServer(options);
  schoolRoutes(app, options.identity, context);
  regionRoutes(app, options.identity, context);
  return app;
}
