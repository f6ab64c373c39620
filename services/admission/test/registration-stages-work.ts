import type { Database } from '@gerbang/service-kit/data/database';
import type { Bus } from '@gerbang/service-kit/events/bus';
import type { BusJob } from '@gerbang/service-kit/events/bus-job';
import { startConsumers } from '@gerbang/service-kit/events/consumers';
import { createLogger } from '@gerbang/service-kit/program/logger';
import type { Config } from '../src/config.ts';
import { buildContext, type Context } from '../src/context.ts';
import { FEATURES } from '../src/features.ts';
import { eventBatches, eventHandlers } from '../src/events/handlers.ts';

/** Takes events from the service's queue as the service does. */
export function consume(bus: Bus, context: Context): void {
  startConsumers({
    bus,
    database: context.database,
    sealer: context.sealer,
    queue: 'admission',
    handlers: eventHandlers(context),
    batches: eventBatches(context),
  });
}

/** Works one job as the service's consumer does. */
export async function workJob(config: Config, database: Database, job: BusJob): Promise<void> {
  let worked: Promise<void> = Promise.resolve();
  const bus = {
    worker: (_queue: string, handler: (one: BusJob) => Promise<void>) => {
      worked = handler(job);
    },
  } as unknown as Bus;
  const context = buildContext(config, database, createLogger('registration-stages-work', 'error'), FEATURES);
  consume(bus, context);
  await worked;
}
