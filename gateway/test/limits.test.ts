import { withFallback } from '../src/limits/limit-store.ts';
import { createLimiter } from '../src/limits/limiter.ts';
import { networkOf } from '@gerbang/service-kit/http/network';

/** A shared store of one process. */
function sharedCounts() {
  const totals = new Map<string, number>();
  let calls = 0;
  return {
    calls: () => calls,
    count: async (key: string, windowMs: number, hits: number) => {
      calls += 1;
      totals.set(key, (totals.get(key) ?? 0) + hits);
      return { current: totals.get(key) ?? 0, ttl: windowMs };
    },
  };
}

describe('limits', () => {
  test.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('when the address is %s, then it counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test('when an address is over its limit, then hit returns the seconds to wait, for that address only', () => {
    const limiter = createLimiter({ max: 2, windowMs: 60_000, count: sharedCounts().count, now: () => 0 });
    expect([limiter.hit('a'), limiter.hit('a'), limiter.hit('a')]).toEqual([null, null, 60]);
    expect(limiter.hit('b')).toBeNull();
    limiter.close();
  });

  test('when the window is over, then requests pass again', () => {
    let time = 0;
    const limiter = createLimiter({
      max: 1,
      windowMs: 1000,
      count: sharedCounts().count,
      now: () => time,
    });
    expect([limiter.hit('a'), limiter.hit('a')]).toEqual([null, 1]);
    time = 1000;
    expect(limiter.hit('a')).toBeNull();
    limiter.close();
  });

  test('when 50,000 addresses are counted, then the next one begins anew, so that memory is bounded', () => {
    const shared = sharedCounts();
    const limiter = createLimiter({ max: 1, windowMs: 60_000, count: shared.count, now: () => 0 });
    expect([limiter.hit('a'), limiter.hit('a')]).toEqual([null, 60]);
    for (let address = 0; address < 50_000; address += 1) limiter.hit(String(address));
    expect(limiter.hit('a')).toBeNull();
    limiter.close();
  });

  test('when two gateways count one address, then they share the total with one store call each', async () => {
    const shared = sharedCounts();
    const [one, two] = [1, 2].map(() => createLimiter({ max: 10, windowMs: 60_000, count: shared.count }));
    for (let index = 0; index < 6; index += 1) {
      expect(one!.hit('a')).toBeNull();
      expect(two!.hit('a')).toBeNull();
    }
    await one!.flush();
    await two!.flush();
    expect(shared.calls()).toBe(2);
    expect(two!.hit('a')).not.toBeNull();
    one!.close();
    two!.close();
  });

  test('when every store is down or hangs, then the process enforces the limit alone and no caller waits', async () => {
    const away = () => Promise.reject(new Error('away'));
    const limiter = createLimiter({ max: 2, windowMs: 60_000, count: withFallback(away, away) });
    expect([limiter.hit('a'), limiter.hit('a')]).toEqual([null, null]);
    await limiter.flush();
    expect(limiter.hit('a')).not.toBeNull();
    limiter.close();
    const silent = createLimiter({ max: 1, windowMs: 60_000, count: () => new Promise(() => undefined) });
    expect(silent.hit('a')).toBeNull();
    await silent.flush();
    expect(silent.hit('a')).not.toBeNull();
    silent.close();
  });

  test('when the first store fails, then the second counts', async () => {
    const shared = sharedCounts();
    const hits = withFallback(() => Promise.reject(new Error('away')), shared.count);
    expect(await hits('a', 1000, 3)).toEqual({ current: 3, ttl: 1000 });
  });
});
