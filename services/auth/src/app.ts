import { listAccountAudit } from '@gerbang/contracts/audit';
import { mountAuditLookup } from '@gerbang/service-kit/audit-lookup';
import type { Verifier } from '@gerbang/service-kit/identity';
import { createServer, type ServerOptions } from '@gerbang/service-kit/server';
import type { FastifyInstance } from 'fastify';
import { accountRoutes } from './accounts.routes.ts';
import type { Context } from './context.ts';
import { dataRightsRoutes } from './data-rights.routes.ts';
import { internalRoutes } from './internal.routes.ts';
import { resetRoutes } from './reset.routes.ts';
import { userAdministrationRoutes } from './user-administration.routes.ts';

/** The service without its listener: the same for `main.ts` and for the tests at its door. */
export function buildApp(
  options: ServerOptions & { identity: Verifier; internalKey: string },
  context: Context,
): FastifyInstance {
  const app = createServer(options);
  accountRoutes(app, options.identity, context);
  resetRoutes(app, options.identity, context);
  userAdministrationRoutes(app, options.identity, context);
  mountAuditLookup(app, options.identity, listAccountAudit, context.database);
  dataRightsRoutes(app, options.identity, context);
  internalRoutes(app, options.internalKey, context);
  return app;
}
