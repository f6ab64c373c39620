import { withinLimit } from '../src/async.ts';

/** Jest: ends the stores that the set-up started; stores given from outside stay. */
export default async function teardown(): Promise<void> {
  const { gerbangTestDatabase: database, gerbangTestRedis: redis, gerbangTestStores: stores } = globalThis;
  if (redis) delete process.env.TEST_REDIS_URL;
  if (database) delete process.env.TEST_DATABASE_URL;
  for (const name of Object.keys(stores?.env ?? {})) delete process.env[name];
  await withinLimit(redis?.kill({ wipe: true }));
  await withinLimit(database?.stop());
  await withinLimit(stores?.stop());
}
