import { readFileSync } from 'node:fs';
import type { Bus, BusJob } from '@gerbang/service-kit/events/bus';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { startConsumers } from '@gerbang/service-kit/events/consumers';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createLogger } from '@gerbang/service-kit/program/logger';
import pg from 'pg';
import { configSchema } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import { eventHandlers, eventBatches } from '../src/events/handlers.ts';

/**
 * Program: works one job of a file as the service's consumer does, and ends itself the hard way before the statement
 * with the number DIE_AT; prints the number of statements on its last line.
 */
const config = parseConfig(configSchema);
const dieAt = Number(process.env.DIE_AT);
const job = JSON.parse(readFileSync(process.env.JOB_FILE ?? '', 'utf8')) as BusJob;
const database = createDatabase(config.DATABASE_URL, {
  name: 'registration-stages-program',
  max: 2,
  waitMs: 60_000,
});
const log = createLogger('registration-stages-program', 'error');
let statements = 0;
// At the driver, so that begin and commit count too.
const send = pg.Client.prototype.query;
pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
  statements += 1;
  if (statements === dieAt) process.kill(process.pid, 'SIGKILL');
  return Reflect.apply(send, this, args);
} as typeof send;

let worked: Promise<void> = Promise.resolve();
const bus = {
  worker: (_queue: string, handler: (one: BusJob) => Promise<void>) => {
    worked = handler(job);
  },
} as unknown as Bus;
const context = buildContext(config, database, log);
startConsumers({
  bus,
  database,
  sealer: context.sealer,
  queue: 'admission',
  handlers: eventHandlers(context),
  batches: eventBatches(context),
});
await worked;
await database.close();
process.stdout.write(`${statements}\n`);
