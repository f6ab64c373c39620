import { trailRule } from '@gerbang/service-kit/data/retention';
import { sweepKitTables } from '@gerbang/service-kit/events/consumers';
import type { Service } from '@gerbang/service-kit/program/service';
import { HOUR_MS } from '@gerbang/service-kit/program/timers';
import { buildApp } from './app.ts';
import { type Config, configSchema } from './config.ts';
import { buildContext, type Context } from './context.ts';
import { eventHandlers, eventBatches } from './events/handlers.ts';

/** The announcement service. */
export const announcement: Service<Config, Context> = {
  name: 'announcement',
  config: configSchema,
  context: ({ config, database, log }) => buildContext(config, database, log),
  app: buildApp,
  events: (context) => ({ queue: 'announcement', handlers: eventHandlers(context), batches: eventBatches() }),
  retention: ({ database }) => [trailRule(database)],
  chores: ({ database }) => [{ name: 'sweep', everyMs: HOUR_MS, work: () => sweepKitTables(database.knex) }],
};
