import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { PATIENCE, testDatabase } from '@gerbang/service-kit/testing/databases';
import { postgresSessionStore } from '../src/sessions/postgres-session-store.ts';
import { databaseTime, startStoreClock } from '../src/sessions/store-clock.ts';
import { until } from '@gerbang/service-kit/testing/until';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('the clock of sessions', () => {
  const machine = Date.now;
  afterEach(() => jest.restoreAllMocks());

  test('when the machine’s clock is set three days on and a day back, then a session lives on', async () => {
    const own = await testDatabase('gateway', join(__dirname, '../migrations'));
    const database = createDatabase(own.url, PATIENCE);
    let wrongBy = 3 * DAY;
    jest.spyOn(Date, 'now').mockImplementation(() => machine() + wrongBy);
    const clock = startStoreClock(() => databaseTime(database));
    await until(() => Math.abs(clock.now() - machine()) < MINUTE);
    const store = postgresSessionStore(database, clock.now);
    const made = clock.now();
    const session = {
      id: randomUUID(),
      userId: randomUUID(),
      role: 'cs',
      epoch: 1,
      mustChangePassword: false,
      mustAddFactor: false,
      device: null,
      network: null,
    } as const;
    await store.create('mine', { ...session, createdAt: made, lastSeen: made, provenAt: made });
    for (const set of [3 * DAY, -DAY, 0]) {
      wrongBy = set;
      expect([set, (await store.read('mine'))?.userId]).toEqual([set, session.userId]);
    }
    clock.stop();
    await database.close();
    await own.drop();
  });

  test('when the store is away at first, then its time counts as soon as it is there', async () => {
    let asked = 0;
    const clock = startStoreClock(async () => {
      asked += 1;
      if (asked < 3) throw new Error('away');
      return 1_000_000;
    });
    expect(clock.now()).toBeGreaterThan(DAY);
    await until(() => clock.now() < DAY);
    expect(clock.now()).toBeGreaterThanOrEqual(1_000_000);
    clock.stop();
  });
});
