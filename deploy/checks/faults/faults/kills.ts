import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runNode } from '@gerbang/local/child';
import { projectRoot } from '@gerbang/local/paths';
import type { Fault } from '../fault.ts';
import { underLoad, waitForHealth } from '../judge.ts';
import { backends, killAndWatch, postmaster, SERVED } from '../programs.ts';

/** A killed program should serve again after this time. */
const BACK_MS = 10_000;
/** A caller should learn within this time that a program is down. */
const DOWN_MS = 2000;
/** Lines of a failed test that say what was expected, and where. */
const WHY_LINES = 30;

/**
 * The worker is killed at random moments: 20 times within 600 messages, one by one, in waves and gathered, and 20 codes;
 * and between WhatsApp and e-mail. Its tests stand beside the program, which try fewer without the seed of a run.
 */
export const killedWorker: Fault = {
  id: 'F1',
  title: 'kill -9 of the worker while it sends',
  seeded: true,
  async run({ queue, seed }) {
    const kills = queue === 'redis' ? 'the queue is Redis' : 'the program of the worker';
    const files = ['worker-process', 'worker-kills.redis', 'letter-kills'];
    const { code, output } = await runNode(
      [
        join(projectRoot, 'node_modules/jest/bin/jest.js'),
        ...files.map((name) => `services/notification/test/${name}.test.ts`),
        `--testNamePattern=between WhatsApp and e-mail|${kills}`,
        '--selectProjects=node',
        '-w',
        '1',
        '--forceExit',
      ],
      { env: { NODE_OPTIONS: '--experimental-vm-modules', KILLS_SEED: String(seed) } },
    );
    const tests = /^Tests: .*$/mu.exec(output)?.[0] ?? 'no test ran';
    const failed = output.split('\n').filter((line) => line.trimStart().startsWith('✕'));
    const why = /^ {2}● .*?(?=^ {2}● |^Test Suites:)/msu.exec(output)?.[0].trimEnd().split('\n') ?? [];
    const isRight = code === 0 && /\d+ passed/u.test(tests);
    return {
      did: 'the tests of the program, with this seed',
      wrong: isRight ? [] : [...failed, ...why.slice(0, WHY_LINES), tests],
      figures: { tests: tests.replace('Tests:', '').trim() },
    };
  },
};

/** Every program ends by itself in time on SIGTERM, and no message goes twice. */
export const gracefulStop: Fault = {
  id: 'F2',
  title: 'SIGTERM of each program under load',
  seeded: false,
  async run({ world: shared, seed, random }) {
    const world = await shared();
    const said = world.lines.length;
    return underLoad(world, { seed }, async () => {
      const times: number[] = [];
      for (const { name } of random.shuffled(SERVED)) {
        await sleep(random.between(300, 1200));
        const began = performance.now();
        await world.stack.stopProgram(name);
        times.push(Math.round(performance.now() - began));
        await world.stack.restart(name);
        await waitForHealth(world, 60_000);
      }
      return {
        did: `${times.length} stops`,
        wrong: world.lines.slice(said).filter((line) => line.includes('did not end within')),
        figures: { 'longest stop, ms': Math.max(...times) },
      };
    });
  },
};

/** Every program is killed in turn under load, at random moments. */
export const killServices: Fault = {
  id: 'F4',
  title: 'kill -9 of each program under load',
  seeded: true,
  async run({ world: shared, seed, random }) {
    const world = await shared();
    return underLoad(world, { seed, twiceAtMost: 1 }, async () => {
      const back: number[] = [];
      const late: string[] = [];
      const wrong: string[] = [];
      let longest = 0;
      for (const { name } of random.shuffled(SERVED)) {
        await sleep(random.between(200, 1500));
        const seen = await killAndWatch(world, name);
        back.push(seen.back);
        if (name !== 'gateway') longest = Math.max(longest, seen.longest);
        wrong.push(...seen.wrong);
        if (seen.back > BACK_MS) late.push(`${name} was back after ${seen.back} ms`);
      }
      if (longest > DOWN_MS) late.push(`a call of a program that is down waited ${longest} ms`);
      return {
        did: `${back.length} kills of ${SERVED.length} programs`,
        wrong,
        late,
        figures: {
          'back at most, ms': Math.max(...back),
          'back at the median, ms': back.toSorted((a, b) => a - b)[Math.floor(back.length / 2)] ?? 0,
          'longest wait for a program that is down, ms': longest,
        },
      };
    });
  },
};

/** The postmaster, and single backends, are killed under load; the supervisor starts the cluster again. */
export const killPostgres: Fault = {
  id: 'F6',
  title: 'kill -9 of the postmaster and of one backend',
  seeded: true,
  async run({ world: shared, seed, random }) {
    const world = await shared();
    const kinds = random.shuffled(['postmaster', 'backend', 'backend']);
    return underLoad(world, { seed, twiceAtMost: kinds.length }, async () => {
      const back: number[] = [];
      for (const kind of kinds) {
        await sleep(random.between(1500, 3500));
        const pid = kind === 'postmaster' ? postmaster(world) : random.pick(await backends(world));
        process.kill(pid, 'SIGKILL');
        await sleep(100);
        back.push(100 + (await waitForHealth(world)));
      }
      await sleep(1000);
      return {
        did: `kills: ${kinds.join(', ')}`,
        late: back.filter((ms) => ms > BACK_MS).map((ms) => `healthy again only after ${ms} ms`),
        figures: { 'healthy again at most, ms': Math.max(...back) },
      };
    });
  },
};
