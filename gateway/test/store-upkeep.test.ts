import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createDatabase, type Database } from '@gerbang/service-kit/data/database';
import { PATIENCE, testDatabase } from '@gerbang/service-kit/testing/databases';
import { readiness } from '../src/readiness.ts';
import { postgresSessionStore } from '../src/sessions/postgres-session-store.ts';
import { deleteExpired } from '../src/delete-expired.ts';

const MIGRATIONS = join(__dirname, '../migrations');
const HOUR = 3600_000;

describe('upkeep of the gateway’s database', () => {
  test('when sessions and counters are over, then exactly those are deleted, in batches', async () => {
    const own = await testDatabase('gateway', MIGRATIONS);
    const database = createDatabase(own.url, PATIENCE);
    const now = 1_800_000_000_000;
    const row = (name: string, role: string, seenAgo: number, madeAgo: number) => ({
      hash: name,
      id: randomUUID(),
      user_id: randomUUID(),
      role,
      epoch: 1,
      must_change: false,
      created_at: now - madeAgo,
      last_seen: now - seenAgo,
      proven_at: now - madeAgo,
    });
    await own.knex.batchInsert(
      'sessions',
      Array.from({ length: 1500 }, (_unused, at) => row(`old-${at}`, 'cs', HOUR, 2 * HOUR)),
    );
    await own
      .knex('sessions')
      .insert([
        row('staff', 'cs', HOUR / 4, HOUR),
        row('staff too long', 'cs', 1000, 24 * HOUR),
        row('parent', 'wali_murid', 11 * HOUR, 29 * 24 * HOUR),
        row('parent idle', 'wali_murid', 12 * HOUR, 13 * HOUR),
        row('parent too long', 'wali_murid', 1000, 30 * 24 * HOUR),
      ]);
    await own.knex.raw(
      `insert into limits (key, hits, until) values ('over', 1, now() - interval '1 second'), ('runs', 1, now() + interval '1 minute')`,
    );
    expect(await deleteExpired(database, now)).toEqual({ sessions: 1503, limits: 1 });
    expect(await own.knex('sessions').pluck('hash').orderBy('hash')).toEqual(['parent', 'staff']);
    expect(await own.knex('limits').pluck('key')).toEqual(['runs']);
    await database.close();
    await own.drop();
  });

  test('when the database hangs, then a session read fails instead of hanging', async () => {
    const silent = { prepared: () => new Promise(() => undefined) } as unknown as Database;
    await expect(postgresSessionStore(silent).read('hash')).rejects.toThrow(/No answer within 1500 ms/u);
  });
});

describe('readiness', () => {
  test('when every part, store and queue included, has been ready once, then it is ready for good', async () => {
    const state = { store: true, queue: false, service: false };
    const part = (name: keyof typeof state) => async () => {
      if (!state[name]) throw new Error(`${name} is away`);
    };
    const ready = readiness([part('store'), part('queue'), part('service')]);
    await expect(ready()).rejects.toMatchObject({ statusCode: 503 });
    state.queue = true;
    await expect(ready()).rejects.toMatchObject({ statusCode: 503 });
    Object.assign(state, { store: false, queue: false, service: true });
    await expect(ready()).resolves.toBeUndefined();
    state.service = false;
    await expect(ready()).resolves.toBeUndefined();
  });
});
