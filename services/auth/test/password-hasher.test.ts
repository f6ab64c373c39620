import { randomBytes } from 'node:crypto';
import { loopTurns, until } from '@gerbang/service-kit/testing/until';
import { PasswordHasher } from '../src/account-record/password-hasher.ts';
import { CHEAP } from './door.ts';

describe('the one slot of a password hasher', () => {
  let hasher: PasswordHasher;
  let stored: string;
  beforeAll(async () => {
    hasher = await PasswordHasher.create(randomBytes(32), 1, CHEAP);
    stored = await hasher.hash('mangga-manis');
  });

  /** Runs the attempts at once; returns the outcome of each. */
  const all = (attempts: Promise<unknown>[]) => Promise.allSettled(attempts);

  test('when a try has queued, then it hashes while the database decides whether it is allowed', async () => {
    const first = hasher.verify(stored, 'mangga-manis');
    const second = hasher.verify(stored, 'mangga-manis', {
      whenWaited: async () => {
        // The average time of a hash moves as soon as this try's own hash is done; otherwise the test runs out of time.
        const before = hasher.perSecond;
        await until(() => hasher.perSecond !== before);
      },
    });
    const both = await Promise.all([first, second]);
    expect(both.map(({ matches }) => matches)).toEqual([true, true]);
  });

  test('when a try that has queued is refused in the meantime, then the refusal wins over a right password, after its hash', async () => {
    const first = hasher.verify(stored, 'mangga-manis');
    const refused = hasher.verify(stored, 'mangga-manis', {
      whenWaited: () => Promise.reject(new Error('throttled')),
    });
    const after = hasher.verify(stored, 'mangga-manis');
    const results = await all([first, refused, after]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('when a try is wrong, then it is counted before the next has the slot', async () => {
    const order: string[] = [];
    const wrong = hasher.verify(stored, 'salah', {
      whenWrong: async () => {
        await loopTurns();
        order.push('counted');
      },
    });
    const next = hasher.verify(stored, 'salah', {
      whenWaited: async () => void order.push('next asks'),
    });
    await all([wrong, next]);
    expect(order).toEqual(['counted', 'next asks']);
  });
});

describe('the slots of a password hasher', () => {
  test('when a crowd registers, then a login finds a free slot, and all of the crowd is served', async () => {
    const hasher = await PasswordHasher.create(randomBytes(32), 4, CHEAP);
    const stored = await hasher.hash('mangga-manis');
    const crowd = Array.from({ length: 12 }, (_unused, at) => hasher.hash(`mangga-${at}`));
    let waited = false;
    const login = hasher.verify(stored, 'mangga-manis', { whenWaited: async () => void (waited = true) });
    expect(await login).toEqual({ matches: true, outdated: false });
    expect(waited).toBe(false);
    expect(new Set(await Promise.all(crowd)).size).toBe(12);
  });

  test('when only logins come, then they take every slot', async () => {
    const hasher = await PasswordHasher.create(randomBytes(32), 4, CHEAP);
    const stored = await hasher.hash('mangga-manis');
    let waited = 0;
    const tries = Array.from({ length: 6 }, () =>
      hasher.verify(stored, 'mangga-manis', { whenWaited: async () => void (waited += 1) }),
    );
    expect((await Promise.all(tries)).every(({ matches }) => matches)).toBe(true);
    expect(waited).toBe(2);
  });
});
