import { flushCompileCache } from 'node:module';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { createVerifier } from '@gerbang/service-kit/http/identity';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { mortalDatabase, type PointOfDeath } from '@gerbang/service-kit/testing/mortal-database';
import { buildApp } from '../src/app.ts';
import { configSchema } from '../src/config.ts';
import { buildContext } from '../src/context.ts';

/**
 * Program: the service with a real listener. A message `{ at }` sets where it kills itself; it is answered with the number
 * of statements since the last one.
 */
const config = parseConfig(configSchema);
const { database, arm } = mortalDatabase(config.DATABASE_URL, {
  die: () => process.kill(process.pid, 'SIGKILL'),
});
const logger = createLogger('billing-program', 'error');
process.on('message', (message: { at: PointOfDeath }) => {
  process.send?.({ count: arm(message.at) });
});

const identity = createVerifier(config.IDENTITY_KEYS, 'billing');
const app = buildApp({ name: 'billing', logger, identity }, buildContext(config, database, logger));
await app.listen({ host: '127.0.0.1', port: 0 });
// A killed program would otherwise leave no compile cache.
flushCompileCache();
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : null });
