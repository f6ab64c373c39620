import { type TestDatabase, testDatabase } from './test-cluster.ts';

declare global {
  var gerbangTestDatabase: TestDatabase | undefined;
}

/** Jest: one Postgres for the whole run; its owner's URL goes to the tests as TEST_DATABASE_URL. */
export default async function setup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return;
  globalThis.gerbangTestDatabase = await testDatabase();
  process.env.TEST_DATABASE_URL = globalThis.gerbangTestDatabase.url;
}
