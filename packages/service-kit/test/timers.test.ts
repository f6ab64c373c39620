import { createLogger } from '../src/program/logger.ts';
import { startChores } from '../src/program/timers.ts';

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

describe('chores', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

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
});
