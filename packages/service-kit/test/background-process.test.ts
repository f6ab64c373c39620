import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BackgroundProcess, type BackgroundProcessOptions } from '../src/program/background-process.ts';

interface Job {
  readonly do: 'environment' | 'priority' | 'fail' | 'hang' | 'die' | 'wait';
}

const KIT = pathToFileURL(join(import.meta.dirname, '../src/program/serve-jobs.ts')).href;
const PROGRAM = `
import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveJobs } from ${JSON.stringify(KIT)};
serveJobs(async ({ do: what }) => {
  if (what === 'environment') return Object.keys(process.env);
  if (what === 'priority') return getPriority();
  if (what === 'fail') throw new Error('broken');
  if (what === 'hang') await sleep(60_000);
  if (what === 'die') process.kill(process.pid, 'SIGKILL');
  await sleep(50);
  return what;
});
`;

describe('a background process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gerbang-background-'));
  const file = join(folder, 'program.mts');
  const opened: BackgroundProcess<Job, unknown>[] = [];
  const open = (options: Partial<BackgroundProcessOptions> = {}) => {
    const made = new BackgroundProcess<Job, unknown>({
      file,
      longestWaitMs: 30_000,
      longestWorkMs: 30_000,
      ...options,
    });
    opened.push(made);
    return made;
  };

  beforeAll(() => writeFileSync(file, PROGRAM));
  afterAll(async () => {
    for (const one of opened) await one.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('when a job looks around, then it finds no secret, and it runs below the others', async () => {
    process.env.SOME_SECRET = 'hidden';
    const background = open();
    const names = (await background.run({ do: 'environment' })) as string[];
    delete process.env.SOME_SECRET;
    expect(names).not.toContain('SOME_SECRET');
    expect(await background.run({ do: 'priority' })).toBeGreaterThan(0);
  });

  test.each(['fail', 'die'] as const)(
    'when a job makes the process %s, then it gets 503 and the next one its result',
    async (what) => {
      const background = open();
      await expect(background.run({ do: what })).rejects.toMatchObject({ statusCode: 503 });
      expect(await background.run({ do: 'wait' })).toBe('wait');
    },
  );

  test('when a job takes too long, then it gets 503 and its process is ended', async () => {
    const background = open({ longestWorkMs: 1500 });
    await expect(background.run({ do: 'hang' })).rejects.toMatchObject({ statusCode: 503 });
  });

  test('when more jobs wait than the queue holds, then those too many get 503 at once', async () => {
    const background = open({ longestQueue: 3 });
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => background.run({ do: 'wait' })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(5);
  });
});
