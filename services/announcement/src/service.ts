import { FIRST_CHECK_MS } from '@gerbang/service-kit/audit/trail-watch';
import { trailRule } from '@gerbang/service-kit/data/retention';
import { sweepKitTables } from '@gerbang/service-kit/events/consumers';
import type { Service } from '@gerbang/service-kit/program/service';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@gerbang/service-kit/program/timers';
import { tellResults } from './announcements/tell-results.ts';
import { noteApplied, secondsUnderWay } from './dashboard/applied-results.repository.ts';
import { type Config, configSchema } from './config.ts';
import { buildContext, type Context } from './context.ts';
import { eventHandlers, eventBatches } from './events/handlers.ts';

/** The announcement service. */
export const announcement: Service<Config, Context> = {
  name: 'announcement',
  config: configSchema,
  context: ({ config, database, log }) => buildContext(config, database, log),
  app: async (options, context) => (await import('./app.ts')).buildApp(options, context),
  events: (context) => ({ queue: 'announcement', handlers: eventHandlers(context), batches: eventBatches() }),
  retention: ({ database }) => [trailRule(database)],
  chores: (context) => [
    { name: 'sweep', everyMs: HOUR_MS, work: () => sweepKitTables(context.database.knex) },
    { name: 'applied results', everyMs: MINUTE_MS, work: () => noteApplied(context.database.knex) },
    { name: 'results', everyMs: MINUTE_MS, work: async () => void (await tellResults(context, 'untold')) },
    {
      name: 'results check',
      everyMs: DAY_MS,
      firstMs: FIRST_CHECK_MS,
      work: async () => void (await tellResults(context, 'check')),
    },
  ],
  metrics: (metrics, { database }) => {
    metrics.gauge('results_under_way_seconds', 'Since the oldest publication that is not applied', () =>
      secondsUnderWay(database.knex),
    );
  },
};
