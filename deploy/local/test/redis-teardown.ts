import teardownDatabase from './global-teardown.ts';

/** Jest: ends the Redis and the Postgres of this run. */
export default async function teardown(): Promise<void> {
  await globalThis.gerbangTestRedis?.stop();
  globalThis.gerbangTestRedis = undefined;
  await teardownDatabase();
}
