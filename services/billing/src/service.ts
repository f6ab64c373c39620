import { watchCopiedSchool } from '@gerbang/service-kit/events/school-copy';
import { watchSchool } from '@gerbang/service-kit/program/process-figures';
import type { Service } from '@gerbang/service-kit/program/service';
import { type Config, configSchema } from './config.ts';
import { buildContext, type Context } from './context.ts';
import { eventHandlers, eventBatches } from './events/handlers.ts';
import { chores } from './housekeeping.ts';
import { retentionRules } from './retention.ts';

/** The billing service. */
export const billing: Service<Config, Context> = {
  name: 'billing',
  config: configSchema,
  context: ({ config, database, log }) => buildContext(config, database, log),
  app: async (options, context) => (await import('./app.ts')).buildApp(options, context),
  check: ({ school }) => watchCopiedSchool(school),
  events: (context) => ({
    queue: 'billing',
    handlers: eventHandlers(context),
    batches: eventBatches(context),
  }),
  retention: ({ database }) => retentionRules(database),
  checks: ['books'],
  chores,
  metrics: (metrics, { school }) => watchSchool(metrics, school),
};
