import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainEnv } from '../src/child.ts';
import { inContainers, type OwnRedis, openRedis, redisProgram } from '../src/redis-server.ts';
import { type Stores, startStores } from '../src/store-containers.ts';
import { type TestDatabase, testDatabase } from './test-cluster.ts';

declare global {
  // The clean-up runs in another module of the same process.
  var gerbangTestDatabase: TestDatabase | undefined;
  var gerbangTestRedis: OwnRedis | undefined;
  var gerbangTestStores: Stores | undefined;
}

/** The stores of the shipped versions in containers, where a run asks for them and none were given. */
async function openContainers(): Promise<void> {
  const wanted = [
    ...(process.env.TEST_DATABASE_URL ? [] : (['postgres'] as const)),
    ...(process.env.TEST_REDIS_URL ? [] : (['redis'] as const)),
  ];
  globalThis.gerbangTestStores = await startStores(wanted);
  Object.assign(process.env, globalThis.gerbangTestStores.env);
}

/**
 * Jest: one Postgres and, where there is a redis-server, one Redis for the whole run; tests find them in the environment.
 * With TEST_CONTAINERS=1 both come from containers.
 */
export default async function setup(): Promise<void> {
  // Programs that tests start many times.
  process.env.NODE_COMPILE_CACHE ??= plainEnv().NODE_COMPILE_CACHE;
  if (inContainers()) await openContainers();
  if (!process.env.TEST_DATABASE_URL) {
    globalThis.gerbangTestDatabase = await testDatabase();
    process.env.TEST_DATABASE_URL = globalThis.gerbangTestDatabase.url;
  }
  const program = redisProgram();
  if (process.env.TEST_REDIS_URL || !program) return;
  const folder = mkdtempSync(join(tmpdir(), 'gerbang-test-redis-'));
  globalThis.gerbangTestRedis = await openRedis(program, { folder, detached: true });
  process.env.TEST_REDIS_URL = globalThis.gerbangTestRedis.url;
}
