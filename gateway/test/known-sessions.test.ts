import { randomUUID } from 'node:crypto';
import { knownSessions, KNOWN_MS } from '../src/sessions/known-sessions.ts';
import type { SessionData, SessionStore } from '../src/sessions/session-store.ts';
import { twoGateways } from './two-gateways.ts';

describe('two gateways on PostgreSQL', () => {
  twoGateways();
});

describe('sessions that a gateway knows', () => {
  const start = 1_800_000_000_000;
  let time = 0;
  let reads: string[] = [];
  let read: (hash: string) => Promise<SessionData | null>;
  const session = (changes: Partial<SessionData> = {}): SessionData => ({
    id: randomUUID(),
    userId: randomUUID(),
    role: 'cs',
    epoch: 1,
    mustChangePassword: false,
    mustAddFactor: false,
    createdAt: start,
    lastSeen: start,
    provenAt: start,
    device: null,
    network: null,
    ...changes,
  });
  const open = (now: () => number = () => start) => {
    reads = [];
    const store = {
      read: (hash: string) => {
        reads.push(hash);
        return read(hash);
      },
      destroy: async () => undefined,
      revokeUser: () => Promise.reject(new Error('away')),
    } as unknown as SessionStore;
    return knownSessions(store, now, () => time);
  };

  test('when it was read, then it is known for 5 s from the beginning of the read, and no longer', async () => {
    const data = session();
    read = async () => {
      time += 1000;
      return data;
    };
    const known = open();
    await known.read('a');
    time += KNOWN_MS - 1001;
    expect(await known.read('a')).toEqual(data);
    expect(reads).toEqual(['a']);
    time += 1;
    await known.read('a');
    expect(reads).toEqual(['a', 'a']);
  });

  test('when it is not there, then that is not remembered', async () => {
    read = async () => null;
    const known = open();
    expect([await known.read('a'), await known.read('a')]).toEqual([null, null]);
    expect(reads).toEqual(['a', 'a']);
  });

  test.each(['hash', 'user'])(
    'when it ends while it is read, then what was read is not kept: by %s',
    async (by) => {
      const data = session();
      const slow = Promise.withResolvers<SessionData | null>();
      read = () => slow.promise;
      const known = open();
      const reading = known.read('a');
      time += 1;
      known.forget(by === 'hash' ? 'a' : data.userId);
      time += 1;
      slow.resolve(data);
      await reading;
      read = async () => null;
      expect(await known.read('a')).toBeNull();
    },
  );

  test('when the store fails to say whether it ended, then it is read again', async () => {
    const data = session();
    read = async () => data;
    const known = open();
    await known.read('a');
    time += 1;
    await expect(known.revokeUser(data.userId, 2)).rejects.toThrow('away');
    read = async () => null;
    expect(await known.read('a')).toBeNull();
  });

  test('when it expires meanwhile, then the store decides', async () => {
    let now = start;
    read = async () => session();
    const known = open(() => now);
    await known.read('a');
    now += 30 * 60_000;
    read = async () => null;
    expect(await known.read('a')).toBeNull();
  });

  test('when there are more than a gateway keeps, then it begins anew, and none that ended comes back', async () => {
    const data = session();
    read = async () => data;
    const known = open();
    for (let at = 0; at <= 20_000; at += 1) await known.read(`session ${at}`);
    reads = [];
    await known.read('session 20000');
    await known.read('session 0');
    expect(reads).toEqual(['session 0']);

    time += 1;
    for (let at = 0; at <= 20_000; at += 1) known.forget(`other ${at}`);
    read = async () => null;
    expect(await known.read('session 0')).toBeNull();
  });
});
