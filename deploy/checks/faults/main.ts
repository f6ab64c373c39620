import { parseArgs } from 'node:util';
import { UsageError } from '@gerbang/local/child';
import { redisProgram } from '@gerbang/local/redis-server';
import { CannotTry, type Fault, type Scene } from './fault.ts';
import { randomOf } from '@gerbang/service-kit/testing/random';
import { keepLogs, lines, type Row, table, write } from './report.ts';
import { openWorld, type QueueKind, type World } from './world.ts';
import { fullDatabase, fullUploads } from './faults/disk.ts';
import { gracefulStop, killedWorker, killPostgres, killServices } from './faults/kills.ts';
import { fewConnections, fewFiles, stoppedPostgres } from './faults/limits.ts';
import { cutAnswers, noWhatsApp, silentBilling, slowPostgres } from './faults/network.ts';
import { loseRedis, noRedis } from './faults/redis.ts';
import { pausedWorker } from './faults/paused-worker.ts';

/** Every fault, in the order of their numbers. */
const FAULTS: readonly Fault[] = [
  killedWorker,
  gracefulStop,
  pausedWorker,
  killServices,
  killPostgres,
  loseRedis,
  noRedis,
  slowPostgres,
  silentBilling,
  cutAnswers,
  noWhatsApp,
  fullDatabase,
  fullUploads,
  fewConnections,
  stoppedPostgres,
  fewFiles,
];

/** The faults that `F4,F7` names, all without it; throws for an unknown one. */
function chosen(only: string | undefined): readonly Fault[] {
  if (!only) return FAULTS;
  const wanted = only.split(',').map((name) => name.trim().toLowerCase());
  const unknown = wanted.filter((name) => !FAULTS.some(({ id }) => id.toLowerCase() === name));
  if (unknown.length > 0) throw new Error(`Unknown faults: ${unknown.join(', ')}`);
  return FAULTS.filter(({ id }) => wanted.includes(id.toLowerCase()));
}

const HELP = `npm run test:faults [-- --only F4,F7] [--queue redis|postgres] [--seed N] [--seeds N]
Tries faults on a portal of its own under load and compares the responses with the databases.

${FAULTS.map(({ id, title }) => `  ${id.padEnd(13)}${title}`).join('\n')}`;

const seconds = (since: number) => Math.round((performance.now() - since) / 100) / 10;

/** Tries one fault with one seed. */
async function attempt(fault: Fault, scene: Scene): Promise<Row> {
  const { id, title } = fault;
  const { queue, seed } = scene;
  const row = { id, title, queue, seed, wrong: [], late: [], figures: {}, seconds: 0 };
  const reason = fault.skipped?.(queue) ?? null;
  if (reason) return { ...row, state: 'skipped', what: reason };
  const began = performance.now();
  try {
    const { did, wrong, figures, late = [] } = await fault.run(scene);
    const state = wrong.length === 0 ? 'ok' : 'FAILED';
    return { ...row, state, what: did, wrong, late, figures, seconds: seconds(began) };
  } catch (error) {
    if (error instanceof CannotTry) return { ...row, state: 'skipped', what: error.message };
    const wrong = [(error as Error).stack ?? String(error)];
    return { ...row, state: 'FAILED', what: 'broke off', wrong, seconds: seconds(began) };
  }
}

async function run(values: { only?: string; queue?: string; seed?: string; seeds?: string }) {
  const queue = (values.queue ?? (redisProgram() ? 'redis' : 'postgres')) as QueueKind;
  if (queue !== 'redis' && queue !== 'postgres') throw new UsageError('--queue is redis or postgres');
  const first = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  const seeds = Math.max(1, Number(values.seeds ?? 1) || 1);
  const rows: Row[] = [];
  let shared: World | null = null;
  const say = (line: string) => console.log(`          ${line}`);
  const discard = async (name?: string) => {
    if (shared && name) say(`Its programs' logs: ${keepLogs(shared.stack.logDir, name)}`);
    await shared?.close();
    shared = null;
  };
  const own: World[] = [];
  const discardOwn = async () => {
    for (const world of own.splice(0)) await world.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.log('Stopping …');
      void Promise.allSettled([discard(), discardOwn()]).finally(() => process.exit(130));
    });
  }
  console.log(`Queue and sessions on ${queue}; first seed ${first}`);
  try {
    for (const fault of chosen(values.only)) {
      for (let seed = first; seed < first + (fault.seeded ? seeds : 1); seed += 1) {
        const scene: Scene = {
          queue,
          seed,
          random: randomOf(seed),
          say,
          world: async () => (shared ??= await openWorld({ queue, pay: true })),
          own: async (options) => {
            const world = await openWorld({ queue, pay: true, ...options });
            own.push(world);
            return world;
          },
        };
        const row = await attempt(fault, scene);
        rows.push(row);
        console.log(lines(row));
        if (row.state === 'FAILED') {
          for (const world of own)
            say(`Its programs' logs: ${keepLogs(world.stack.logDir, `${fault.id}-own`)}`);
        }
        await discardOwn();
        // The leftovers of a failed fault must not disturb the next one.
        if (row.state === 'FAILED') await discard(`${fault.id}-${queue}-${seed}`);
      }
    }
  } finally {
    await discard();
    await discardOwn();
  }
  console.log(`\n${table(rows)}\n\nWritten to ${write(rows)}`);
  return rows.some(({ state }) => state === 'FAILED') ? 1 : 0;
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    queue: { type: 'string' },
    seed: { type: 'string' },
    seeds: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(HELP);
else {
  try {
    process.exitCode = await run(values);
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : error);
    process.exitCode = 1;
  }
}
