import { statfs } from 'node:fs/promises';
import type { Service } from '@gerbang/service-kit/program/service';
import { buildApp } from './app.ts';
import { type Config, configSchema } from './config.ts';
import { buildContext, type Context } from './context.ts';
import { overdueErasures } from './erasure-requests/erasure-requests.repository.ts';
import { eventHandlers, eventBatches } from './events/handlers.ts';
import { chores } from './housekeeping.ts';
import { retentionRules } from './retention/retention.ts';

/** The admission service. */
export const admission: Service<Config, Context> = {
  name: 'admission',
  config: configSchema,
  context: ({ config, database, log }) => buildContext(config, database, log),
  app: buildApp,
  events: (context) => ({
    queue: 'admission',
    handlers: eventHandlers(context),
    batches: eventBatches(context),
  }),
  retention: retentionRules,
  chores,
  metrics: (metrics, { config, database }) => {
    metrics.gauge('erasure_requests_overdue', 'Requests to erase whose 3 × 24 hours are over', () =>
      overdueErasures(database.knex),
    );
    metrics.gauge('files_free_ratio', 'Room on the disk of uploads, 0 to 1', async () => {
      const { bavail, blocks } = await statfs(config.FILES_DIR);
      return bavail / blocks;
    });
  },
};
