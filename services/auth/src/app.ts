import { listAccountAudit } from '@gerbang/contracts/audit';
import { mountAuditLookup } from '@gerbang/service-kit/audit/audit-lookup';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { createServer, type ServerOptions } from '@gerbang/service-kit/http/server';
import type { FastifyInstance } from 'fastify';
import { accountRoutes } from './accounts/accounts.routes.ts';
import type { Context } from './context.ts';
import { dataRightsRoutes } from './data-export/data-export.routes.ts';
import { internalRoutes } from './login-phones/login-phones.routes.ts';
import { resetRoutes } from './password-resets/password-resets.routes.ts';
import { userAdministrationRoutes } from './users/users.routes.ts';

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
