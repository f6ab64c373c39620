import { createScheme as call } from '@gerbang/contracts/payment-schemes';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { mortalDatabase } from '@gerbang/service-kit/testing/mortal-database';
import { configSchema } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import { createScheme } from '../src/payment-schemes/create-scheme.ts';

/** Program: makes one scheme and kills itself before the statement with the number DIE_AT, or for `commit` after the commit. */
const config = parseConfig(configSchema);
const dieAt = process.env.DIE_AT;
const { database, arm } = mortalDatabase(config.DATABASE_URL, {
  max: 1,
  die: () => process.kill(process.pid, 'SIGKILL'),
});
arm(dieAt === 'commit' ? dieAt : Number(dieAt));
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
await database.close();
