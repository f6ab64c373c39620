import { bounded } from './bounded.ts';

/** Jest: ends the Postgres of this run; one that was given from outside stays. */
export default async function teardown(): Promise<void> {
  const database = globalThis.gerbangTestDatabase;
  if (!database) return;
  globalThis.gerbangTestDatabase = undefined;
  await bounded(database.stop());
  delete process.env.TEST_DATABASE_URL;
}
