import { createLogger } from '../src/program/logger.ts';
import { startChores } from '../src/program/timers.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('when a chore has a first turn of its own, then it comes long before the next one', async () => {
  let turns = 0;
  const stop = startChores(createLogger('test', 'silent'), [
    { name: 'daily', everyMs: 86_400_000, firstMs: 1, work: async () => void (turns += 1) },
  ]);
  for (let tries = 0; tries < 500 && turns === 0; tries += 1) await pause(20);
  await stop();
  expect(turns).toBe(1);
});

test('when a chore takes longer than its turn or fails, then it never runs twice at once and comes again', async () => {
  const lines: string[] = [];
  const log = createLogger('test', 'info', { write: (line) => void lines.push(line) });
  let [running, most, slow, failing, done] = [0, 0, 0, 0, 0];
  const stop = startChores(log, [
    {
      name: 'slow',
      everyMs: 5,
      work: async () => {
        slow += 1;
        running += 1;
        most = Math.max(most, running);
        await pause(40);
        running -= 1;
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
  // Until both came again, however slow the machine is.
  for (let tries = 0; tries < 500 && (slow < 2 || failing < 2); tries += 1) await pause(20);
  await stop();
  expect([most, running]).toEqual([1, 0]);
  expect(slow).toBeGreaterThan(1);
  expect(done).toBe(slow);
  expect(failing).toBeGreaterThan(1);
  expect(lines.join('')).toContain('housekeeping failed');
  const [atStop, faults] = [slow, failing];
  await pause(30);
  expect([slow, failing]).toEqual([atStop, faults]);
});
