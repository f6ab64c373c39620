import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { PATIENCE, testDatabase } from '@gerbang/service-kit/testing/databases';
import * as naming from '../migrations/20261122130000-name-sessions.ts';
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

  test('when sessions get their new columns, then those that run go on, as proved at their login', async () => {
    const own = await testDatabase('gateway', join(__dirname, '../migrations'));
    const database = createDatabase(own.url, PATIENCE);
    undo.push(own.drop, database.close);
    await naming.down(own.knex);
    const time = Date.now();
    const userId = randomUUID();
    const row = { user_id: userId, role: 'cs', epoch: 1, must_change: false, last_seen: time };
    await own.knex('sessions').insert([
      { ...row, hash: 'old-1', created_at: time - 60_000 },
      { ...row, hash: 'old-2', created_at: time - 30_000 },
    ]);
    await naming.up(own.knex);
    const store = postgresSessionStore(database);
    const sessions = await store.ofUser(userId);
    expect(sessions).toMatchObject([
      { userId, provenAt: time - 60_000, mustAddFactor: false, device: null, network: null },
      { userId, provenAt: time - 30_000 },
    ]);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(2);
    expect(await store.read('old-1')).toEqual(sessions[0]);
  });
});
