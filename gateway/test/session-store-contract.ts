import { randomUUID } from 'node:crypto';
import { type SessionData, type SessionStore, SESSIONS_PER_USER } from '../src/sessions/session-store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What every session store must do, whichever engine it lives on. */
export function sessionStoreContract(open: (now: () => number) => Promise<SessionStore>): void {
  let clock = 1_800_000_000_000;
  let store: SessionStore;
  beforeAll(async () => {
    store = await open(() => clock);
  });
  afterAll(() => store.close());

  const data = (changes: Partial<SessionData> = {}): SessionData => ({
    id: randomUUID(),
    userId: randomUUID(),
    role: 'wali_murid',
    epoch: 1,
    mustChangePassword: false,
    mustAddFactor: false,
    createdAt: clock,
    lastSeen: clock,
    provenAt: clock,
    device: 'Chrome, Android',
    network: '203.0.113.0/24',
    ...changes,
  });

  test('when a session is created, then it reads back as it was; destroyed, it is gone', async () => {
    const session = data({ mustChangePassword: true });
    expect(await store.create('a', session)).toBe(true);
    expect(await store.read('a')).toEqual(session);
    await store.destroy('a');
    expect(await store.read('a')).toBeNull();
  });

  test('when a user’s sessions are listed, then it returns only that user’s live ones, oldest first', async () => {
    const userId = randomUUID();
    await store.create('of-1', data({ userId }));
    await store.create('of-other', data());
    await store.create('of-2', data({ userId, createdAt: clock + 1000, lastSeen: clock + 1000 }));
    expect((await store.ofUser(userId)).map(({ createdAt }) => createdAt - clock)).toEqual([0, 1000]);
    clock += 31 * 24 * HOUR;
    expect(await store.ofUser(userId)).toEqual([]);
    expect(await store.ofUser(randomUUID())).toEqual([]);
  });

  test.each([
    ['staff', 'cs', 30 * MINUTE, 24 * HOUR],
    ['a parent', 'wali_murid', 12 * HOUR, 30 * 24 * HOUR],
  ] as const)(
    'when %s is idle or logged in for too long, then the session is over',
    async (_who, role, idle, absolute) => {
      const start = clock;
      const session = data({ role });
      await store.create(`idle-${role}`, session);
      clock = start + idle - 1;
      expect(await store.read(`idle-${role}`)).not.toBeNull();
      clock = start + idle;
      expect(await store.read(`idle-${role}`)).toBeNull();

      clock = start;
      await store.create(`long-${role}`, session);
      for (let time = start; time < start + absolute - 1; time += idle - 1) {
        clock = time;
        const seen = await store.read(`long-${role}`);
        expect(seen).not.toBeNull();
        await store.touch(`long-${role}`);
      }
      clock = start + absolute;
      expect(await store.read(`long-${role}`)).toBeNull();
      clock = start + absolute + HOUR;
    },
  );

  test('when a user logs in for the eleventh time, then the oldest session ends', async () => {
    const userId = randomUUID();
    for (let index = 0; index <= SESSIONS_PER_USER; index += 1) {
      clock += 1000;
      await store.create(`ten-${index}`, data({ userId }));
    }
    expect(await store.read('ten-0')).toBeNull();
    expect(await store.read('ten-1')).not.toBeNull();
    expect(await store.read(`ten-${SESSIONS_PER_USER}`)).not.toBeNull();
  });

  test('when sessions have ended by themselves, then they count no more, and an older one that is used stays', async () => {
    const userId = randomUUID();
    await store.create('used', data({ userId }));
    for (let index = 1; index < SESSIONS_PER_USER; index += 1) {
      clock += 1000;
      await store.create(`left-${index}`, data({ userId }));
    }
    clock += 11 * HOUR;
    await store.touch('used');
    clock += 2 * HOUR;
    await store.create('next', data({ userId }));
    const live = await store.ofUser(userId);
    expect(live).toEqual([await store.read('used'), await store.read('next')]);
    expect(live).toHaveLength(2);
  });

  test('when a user is revoked, then sessions below the epoch end, others stay, and an older login is refused', async () => {
    const userId = randomUUID();
    await store.create('old', data({ userId, epoch: 1 }));
    await store.create('new', data({ userId, epoch: 2 }));
    await store.create('other', data({ epoch: 1 }));
    await store.revokeUser(userId, 2);
    expect(await store.read('old')).toBeNull();
    expect(await store.read('new')).not.toBeNull();
    expect(await store.read('other')).not.toBeNull();
    expect(await store.create('late', data({ userId, epoch: 1 }))).toBe(false);
    expect(await store.read('late')).toBeNull();
    await store.revokeUser(userId, 1);
    expect(await store.create('later', data({ userId, epoch: 1 }))).toBe(false);
  });

  test('when logins race with a revocation, then no session of the old epoch is left', async () => {
    const userId = randomUUID();
    const logins = Array.from({ length: 20 }, (_unused, index) =>
      store.create(`race-${index}`, data({ userId })),
    );
    await Promise.all([...logins, store.revokeUser(userId, 2)]);
    for (let index = 0; index < 20; index += 1) expect(await store.read(`race-${index}`)).toBeNull();
  });

  test('when a session was destroyed, then a late touch does not bring it back', async () => {
    const session = data();
    await store.create('gone', session);
    await store.destroy('gone');
    await store.touch('gone');
    expect(await store.read('gone')).toBeNull();
  });

  test('when a session is touched and proved at once, then it keeps both times', async () => {
    await store.create('both', data());
    clock += MINUTE;
    await Promise.all([store.touch('both'), store.prove('both')]);
    expect(await store.read('both')).toMatchObject({ lastSeen: clock, provenAt: clock });
    await store.destroy('both');
    await store.prove('both');
    expect(await store.read('both')).toBeNull();
  });

  test('when a user ends one session by its id, then that one ends; of another user it is not found', async () => {
    const userId = randomUUID();
    const session = data({ userId });
    await store.create('own-1', session);
    await store.create('own-2', data({ userId }));
    expect(await store.destroyOwn(randomUUID(), session.id)).toBe(false);
    expect(await store.destroyOwn(userId, session.id)).toBe(true);
    expect(await store.destroyOwn(userId, session.id)).toBe(false);
    expect([await store.read('own-1'), await store.read('own-2')]).toEqual([null, expect.anything()]);
  });

  test('when a user ends the other sessions, then only this one and those of other users stay', async () => {
    const userId = randomUUID();
    await store.create('this', data({ userId }));
    await store.create('that', data({ userId }));
    await store.create('third', data({ userId }));
    await store.create('foreign', data());
    expect(await store.destroyOthers(userId, 'this')).toBe(2);
    expect(await store.destroyOthers(userId, 'this')).toBe(0);
    expect(await store.read('this')).not.toBeNull();
    expect(await store.read('that')).toBeNull();
    expect(await store.read('third')).toBeNull();
    expect(await store.read('foreign')).not.toBeNull();
  });
}
