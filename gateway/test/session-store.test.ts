import { join } from 'node:path';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { PATIENCE, testDatabase } from '@gerbang/service-kit/testing/databases';
import { postgresSessionStore } from '../src/sessions/postgres-session-store.ts';
import { sessionStoreContract } from './session-store-contract.ts';

describe('sessions on PostgreSQL', () => {
  const undo: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });
  sessionStoreContract(async (now) => {
    const own = await testDatabase('gateway', join(__dirname, '../migrations'));
    const database = createDatabase(own.url, PATIENCE);
    undo.push(own.drop, database.close);
    return postgresSessionStore(database, now);
  });
});
