import { createLogger } from '../src/program/logger.ts';
import { type Chore, startChores } from '../src/program/timers.ts';

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

describe('chores', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  test('when a chore has a first turn of its own, then it comes long before the next one', async () => {
    let turns = 0;
    const stop = startChores(createLogger('test', 'silent'), [
      { name: 'daily', everyMs: 86_400_000, firstMs: 10, work: async () => void (turns += 1) },
    ]);
    await pass(9);
    expect(turns).toBe(0);
    await pass(1);
    expect(turns).toBe(1);
    await pass(86_399_989);
    expect(turns).toBe(1);
    await pass(1);
    expect(turns).toBe(2);
    await stop();
  });

  test('when a chore takes longer than its turn or fails, then it never runs twice at once and comes again', async () => {
    const lines: string[] = [];
    const log = createLogger('test', 'info', { write: (line) => void lines.push(line) });
    let [slow, failing, done] = [0, 0, 0];
    let finish: () => void = () => undefined;
    const stop = startChores(log, [
      {
        name: 'slow',
        everyMs: 5,
        work: async () => {
          slow += 1;
          await new Promise<void>((resolve) => {
            finish = resolve;
          });
          done += 1;
        },
      },
      {
        name: 'failing',
        everyMs: 5,
        work: async () => {
          failing += 1;
          throw new Error('a passing fault');
        },
      },
    ]);
    await pass(50);
    expect([slow, failing, done]).toEqual([1, 10, 0]);
    finish();
    await pass(5);
    expect([slow, failing, done]).toEqual([2, 11, 1]);
    expect(lines.join('')).toContain('housekeeping failed');
    let stopped = false;
    const stopping = stop().then(() => (stopped = true));
    await pass(100);
    // What runs is awaited, and nothing begins any more.
    expect([slow, failing, stopped]).toEqual([2, 11, false]);
    finish();
    await stopping;
    expect(done).toBe(2);
  });

  /** Starts chores that note when their turns come, in milliseconds after the start. */
  function noting(chores: readonly Omit<Chore, 'work'>[], work: () => void = () => undefined) {
    const began = performance.now();
    const turns = chores.map((): number[] => []);
    const stop = startChores(
      createLogger('test', 'silent'),
      chores.map((chore, place) => ({
        ...chore,
        work: async () => {
          turns[place]?.push(performance.now() - began);
          work();
        },
      })),
    );
    return { turns, stop };
  }

  test('when chores of seconds and of minutes are due, then no two begin together, each at its pace and none late', async () => {
    const every = [1000, 5000, 60_000, 300_000, 60_000, 2000, 60_000, 1000, 10_000, 60_000, 60_000];
    const chores = every.map((everyMs, place) => ({ name: `chore ${place}`, everyMs }));
    const soon = { name: 'soon', everyMs: 86_400_000, firstMs: 60_000 };
    const { turns, stop } = noting([...chores, soon, { ...soon, name: 'soon, too' }]);
    await pass(900_000);
    for (const [place, everyMs] of every.entries()) {
      const [first = 0, ...later] = turns[place] ?? [];
      expect(first).toBeGreaterThan(0);
      expect(first).toBeLessThanOrEqual(everyMs);
      expect(later).toEqual(later.map((_turn, index) => first + (index + 1) * everyMs));
      expect(later.length).toBeGreaterThanOrEqual(900_000 / everyMs - 1);
    }
    const all = turns.flat();
    expect(new Set(all).size).toBe(all.length);
    // Those of a minute or longer have a second of their own: what one of them opened is there for the next.
    const seldom = turns.flatMap(([first = 0], place) => ((every[place] ?? 60_000) >= 60_000 ? [first] : []));
    expect(new Set(seldom.map((turn) => Math.floor(turn / 1000))).size).toBe(seldom.length);
    expect(turns.slice(-2).map((list) => list.length)).toEqual([1, 1]);
    await stop();
  });

  test('when the process stood still, then a late turn comes once, and the later ones at their own time', async () => {
    let stoodStill = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => Date.now() + stoodStill);
    const { turns, stop } = noting(
      [
        { name: 'blocks', everyMs: 1000 },
        { name: 'waits', everyMs: 1000 },
      ],
      () => void (stoodStill ||= 2700),
    );
    // The first turn of all, at 500, holds up by 2,700 ms the turns of 1000 and 1500.
    await pass(2300);
    expect(turns).toEqual([
      [3700, 4000, 5000],
      [500, 4200, 4500],
    ]);
    await stop();
  });
});
