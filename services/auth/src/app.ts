import { exportAccountAudit, listAccountAudit } from '@gerbang/contracts/audit';
import { mountAuditLookup } from '@gerbang/service-kit/audit/audit-lookup';
import { createServer } from '@gerbang/service-kit/http/server';
import type { AppOptions } from '@gerbang/service-kit/program/service';
import type { FastifyInstance } from 'fastify';
import { listReader } from './account-record/user-administration.ts';
import { accountRoutes } from './accounts/accounts.routes.ts';
import { loginCounter, registrationCounter } from './account-record/login-figures.ts';
import type { Context } from './context.ts';
import { counterRoutes } from './counter/counter.routes.ts';
import { importsRoutes } from './imports/imports.routes.ts';
import { dataExportRoutes } from './data-export/data-export.routes.ts';
import { emailRoutes } from './emails/emails.routes.ts';
import { factorRoutes } from './factors/factors.routes.ts';
import { internalRoutes } from './login-phones/login-phones.routes.ts';
import { listViewsRoutes } from './list-views/list-views.routes.ts';
import { numberRequestRoutes } from './number-requests/number-requests.routes.ts';
import { passwordRoutes } from './passwords/passwords.routes.ts';
import { phoneRoutes } from './phones/phones.routes.ts';
import { resetRoutes } from './password-resets/password-resets.routes.ts';
import { userAdministrationRoutes } from './users/users.routes.ts';
import { TRAIL_SUBJECTS } from './trail-subjects.repository.ts';

/** The service's HTTP server, not listening yet. */
export function buildApp(options: AppOptions, context: Context): FastifyInstance {
  const app = createServer(options);
  const count = loginCounter(options.metrics);
  app.addHook('onClose', () => context.line.close());
  accountRoutes(app, options.identity, context, count, registrationCounter(options.metrics));
  passwordRoutes(app, options.identity, context);
  phoneRoutes(app, options.identity, context);
  resetRoutes(app, options.identity, context);
  emailRoutes(app, options.identity, context);
  factorRoutes(app, options.identity, context, count);
  userAdministrationRoutes(app, options.identity, context);
  counterRoutes(app, options.identity, context);
  importsRoutes(app, context);
  numberRequestRoutes(app, options.identity, context);
  listViewsRoutes(app, options.identity, context);
  mountAuditLookup(
    app,
    options.identity,
    [listAccountAudit, exportAccountAudit],
    {
      ...context,
      actorOf: listReader,
    },
    TRAIL_SUBJECTS,
  );
  dataExportRoutes(app, options.identity, context);
  internalRoutes(app, context.config.INTERNAL_KEY, context);
  return app;
}
