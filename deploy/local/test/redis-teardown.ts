import { bounded } from './bounded.ts';
import teardownDatabase from './global-teardown.ts';

/** Jest: ends the Redis and the Postgres of this run. */
export default async function teardown(): Promise<void> {
  await bounded(globalThis.gerbangTestRedis?.stop());
  globalThis.gerbangTestRedis = undefined;
  await teardownDatabase();
}
