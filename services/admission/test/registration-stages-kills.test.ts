import { writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mortalDatabase } from '@gerbang/service-kit/testing/mortal-database';
import { workJob } from './registration-stages-work.ts';
import { openResultsWorld } from './registration-stages-world.ts';
import { until } from '@gerbang/service-kit/testing/until';

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
    const job = world.jobTogether(waiting);
    /** Returns the number of statements, null where the database died. */
    const work = async (dieAt: number) => {
      const { database, arm, died } = mortalDatabase(world.config.DATABASE_URL, { max: 2 });
      arm(dieAt);
      const worked = workJob(world.config, database, job).then(() => arm(null));
      const statements = await Promise.race([worked, died.then(() => null)]);
      if (statements !== null) await database.close();
      return statements;
    };
    // A real process leaves as little as a database that dies.
    const file = join(world.folder, 'job.json');
    writeFileSync(file, JSON.stringify(job));
    for (const dieAt of [1, 8]) {
      const child = world.launch('registration-stages-program.ts', { JOB_FILE: file, DIE_AT: String(dieAt) });
      await once(child, 'exit');
      expect([child.signalCode, await world.traces()]).toEqual(['SIGKILL', NOTHING]);
    }
    let statements: number | null = null;
    for (let dieAt = 1; statements === null; dieAt += 1) {
      statements = await work(dieAt);
      if (statements === null) expect(await world.traces()).toEqual(NOTHING);
      // From begin to commit, each was a point of death.
      else expect(dieAt).toBe(statements + 1);
    }
    expect(statements).toBeGreaterThan(10);
    const once1 = await world.traces();
    expect(once1).toEqual({ stages: 2, history: 2, trail: 2, messages: 2, changes: 2, worked: 1 });
    // Killed after the commit and before the queue knew: the job comes again.
    expect(await work(0)).not.toBeNull();
    expect(await world.traces()).toEqual(once1);
  });

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
  });
});
