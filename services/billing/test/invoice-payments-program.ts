import { flushCompileCache } from 'node:module';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createVerifier } from '@gerbang/service-kit/http/identity';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { buildApp } from '../src/app.ts';
import { configSchema } from '../src/config.ts';
import { buildContext } from '../src/context.ts';

/**
 * Program: the service with a real listener. A message `{ at: n }` makes it kill itself right before it sends the n-th
 * statement after the message, `{ at: 'commit' }` right after a commit; every message is answered with the number of
 * statements since the last one.
 */
const config = parseConfig(configSchema);
const database = createDatabase(config.DATABASE_URL, { name: 'invoice-payments-program', waitMs: 60_000 });
const logger = createLogger('invoice-payments-program', 'error');
let count = 0;
let dieAt: number | 'commit' | null = null;
const die = () => process.kill(process.pid, 'SIGKILL');

database.knex.on('query', () => {
  count += 1;
  if (dieAt === count) die();
});
const tillCommit: typeof database.transaction = async (work) => {
  const result = await database.transaction(work);
  if (dieAt === 'commit') die();
  return result;
};
process.on('message', (message: { at: typeof dieAt }) => {
  process.send?.({ count });
  count = 0;
  dieAt = message.at;
});

const identity = createVerifier(config.IDENTITY_KEYS, 'billing');
const app = buildApp(
  { name: 'billing', logger, identity },
  buildContext(config, { ...database, transaction: tillCommit }, logger),
);
await app.listen({ host: '127.0.0.1', port: 0 });
// A killed program would otherwise leave no compile cache.
flushCompileCache();
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : null });
