import { memoryHits, withFallback } from '../src/limits/limit-store.ts';

describe('limits when every store is away', () => {
  test('F8 when the first counter fails, then the process counts by itself within the window', async () => {
    let time = 0;
    const hit = withFallback(
      () => Promise.reject(new Error('away')),
      memoryHits(() => time),
    );
    expect(await hit('a', 1000)).toEqual({ current: 1, ttl: 1000 });
    time = 400;
    expect(await hit('a', 1000)).toEqual({ current: 2, ttl: 600 });
    expect((await hit('b', 1000)).current).toBe(1);
    time = 1000;
    expect((await hit('a', 1000)).current).toBe(1);
  });
});
