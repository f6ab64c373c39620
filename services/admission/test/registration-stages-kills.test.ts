import { writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openResultsWorld, until } from './registration-stages-world.ts';

type World = Awaited<ReturnType<typeof openResultsWorld>>;

const NOTHING = { stages: 0, history: 0, trail: 0, messages: 0, changes: 0, worked: 0 };
const RESULTS = 300;
const KILLS = 3;

describe('results while admission is killed', () => {
  let world: World;
  beforeEach(async () => {
    world = await openResultsWorld();
  });
  afterEach(() => world.close());

  test('when the consumer is killed before any of its statements, then nothing is written; the next try writes all of it once', async () => {
    const waiting = await world.waiting(2);
    const file = join(world.folder, 'job.json');
    writeFileSync(file, JSON.stringify(world.jobTogether(waiting)));
    const work = async (dieAt: number) => {
      const child = world.launch('registration-stages-program.ts', { JOB_FILE: file, DIE_AT: String(dieAt) });
      const printed: Buffer[] = [];
      child.stdout?.on('data', (part: Buffer) => printed.push(part));
      const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
      return { killed: signal === 'SIGKILL', code, statements: Number(Buffer.concat(printed).toString()) };
    };
    let statements = 0;
    for (let dieAt = 1; statements === 0; dieAt += 1) {
      const tried = await work(dieAt);
      if (tried.killed) {
        expect(await world.traces()).toEqual(NOTHING);
        continue;
      }
      expect(tried.code).toBe(0);
      ({ statements } = tried);
      // From begin to commit, each was a point of death.
      expect(dieAt).toBe(statements + 1);
    }
    expect(statements).toBeGreaterThan(10);
    const once1 = await world.traces();
    expect(once1).toEqual({ stages: 2, history: 2, trail: 2, messages: 2, changes: 2, worked: 1 });
    // Killed after the commit and before the queue knew: the job comes again.
    expect((await work(0)).code).toBe(0);
    expect(await world.traces()).toEqual(once1);
  }, 300_000);

  test('when 300 results come while the service is killed at random, then 300 stages, 300 entries and 300 messages, none twice', async () => {
    const students = await world.waiting(RESULTS);
    const jobs = students.map((one) => world.job(one));
    await world.ring(jobs);
    const worked = async () => (await world.traces()).worked;
    let kills = 0;
    while (kills < KILLS && (await worked()) < RESULTS) {
      const running = world.launch('../src/main.ts');
      running.stdout?.resume();
      const before = await worked();
      await until(async () => (await worked()) > before || running.exitCode !== null);
      await sleep(Math.random() * 150);
      running.kill('SIGKILL');
      await once(running, 'exit');
      kills += 1;
    }
    expect(kills).toBeGreaterThan(1);
    const last = world.launch('../src/main.ts');
    last.stdout?.resume();
    await until(async () => (await worked()) === RESULTS);
    // The same once more, as a queue that was emptied is filled again.
    await world.ring(jobs.map((job) => ({ ...job, id: job.id })));
    await sleep(500);
    last.kill('SIGTERM');
    await once(last, 'exit');
    expect(last.exitCode).toBe(0);
    expect(await world.traces()).toEqual({
      stages: RESULTS,
      history: RESULTS,
      trail: RESULTS,
      messages: RESULTS,
      changes: RESULTS,
      worked: RESULTS,
    });
    const messages = await world.messages();
    expect(new Set(messages.map((one) => one.dedupeKey)).size).toBe(RESULTS);
    expect(new Set(messages.map((one) => one.to)).size).toBe(RESULTS);
  }, 300_000);
});
