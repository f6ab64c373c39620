import { createScheme as call } from '@gerbang/contracts/payment-schemes';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { configSchema } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import { createScheme } from '../src/payment-schemes/create-scheme.ts';

/**
 * Program: makes one scheme and kills itself before the statement with the number DIE_AT, or for `commit` between the
 * commit and its output; otherwise it prints the number of statements.
 */
const config = parseConfig(configSchema);
const dieAt = process.env.DIE_AT;
const database = createDatabase(config.DATABASE_URL, {
  name: 'payment-schemes-program',
  max: 1,
  waitMs: 60_000,
});
let statements = 0;
const die = () => process.kill(process.pid, 'SIGKILL');
database.knex.on('query', () => {
  statements += 1;
  if (String(statements) === dieAt) die();
});
const caller = {
  id: process.env.CALLER ?? '',
  role: 'finance' as const,
  origin: { address: '203.0.113.7', requestId: 'payment-schemes-program' },
  ifMatch: undefined,
  idempotencyKey: process.env.KEY,
};
const body = call.body.parse(JSON.parse(process.env.BODY ?? ''));
await createScheme(
  buildContext(config, database, createLogger('payment-schemes-program', 'error')),
  caller,
  body,
);
if (dieAt === 'commit') die();
await database.close();
process.stdout.write(String(statements));
