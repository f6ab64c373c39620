import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { UsageError } from '@gerbang/local/child';
import { redisProgram } from '@gerbang/local/redis-server';
import type { Report } from '../faults/fault.ts';
import { underLoad } from '../faults/judge.ts';
import { keepLogs } from '../faults/report.ts';
import type { Load } from '../faults/work.ts';
import { openWorld, type QueueKind, type World } from '../faults/world.ts';
import { until } from '../kit/until.ts';
import { copiesBehind } from './copies.ts';
import { checkOut, type OlderRelease } from './older-release.ts';
import { keepOlderTemplates } from './older-templates.ts';
import { SERVICES, startOlderSet } from './older-set.ts';

const HELP = `npm run test:upgrade -- --from <commit> [--seconds N] [--parents N] [--queue redis|postgres] [--seed N]
Runs the programs of an older commit beside today's on one database and queue, under load: both together, then the older
ones are taken away one by one, as an update does, and come back, as going back does. Counts calls without a response and
events that did not arrive.`;

/** Between two programs, so that the load meets each state. */
const STEP_MS = 1000;
const COPIES_MS = 90_000;

/** Plays an update and the way back; `urls` are the gateways that the load uses. */
async function play(
  { stack }: World,
  older: Awaited<ReturnType<typeof startOlderSet>>,
  urls: string[],
  eachMs: number,
): Promise<void> {
  const use = (...gateways: string[]) => urls.splice(0, urls.length, ...gateways);
  await sleep(eachMs);
  // Services first: the older gateway goes on with today's.
  for (const name of SERVICES) {
    older.moveTo('today', name);
    await sleep(STEP_MS);
    await older.stopProgram(name);
  }
  await sleep(STEP_MS);
  use(stack.url);
  await sleep(STEP_MS);
  await older.stopProgram('gateway');
  await sleep(eachMs);
  // Back: gateways first.
  await older.startAgain('gateway');
  use(older.url);
  await sleep(STEP_MS);
  for (const name of SERVICES) {
    await older.startAgain(name);
    older.moveTo('older', name);
    await sleep(STEP_MS);
  }
  await sleep(eachMs);
}

/** A finding without the ids in it, so that equal ones are counted. */
const sentenceOf = (finding: string) => finding.replace(/[\w-]*[0-9a-f]{8}-[0-9a-f-]{27}/gu, '…');

async function tryUpdate(
  release: OlderRelease,
  values: { seconds: number; parents: number; queue: QueueKind; seed: number },
): Promise<number> {
  const { queue, parents, seed } = values;
  const say = (line: string) => console.log(line);
  const world = await openWorld({ queue, parents, durable: false, say });
  let older: Awaited<ReturnType<typeof startOlderSet>> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      say('Stopping …');
      const end = async () => {
        await older?.stop();
        await world.close();
        release.remove();
      };
      void end().finally(() => process.exit(130));
    });
  }
  try {
    const changed = await keepOlderTemplates(world, release);
    if (changed > 0) say(`${changed} templates take other values than in ${release.name}`);
    const set = await startOlderSet(world, release);
    older = set;
    say(`Today's programs and those of ${release.name} run; load of ${parents} families and the staff`);
    const urls = [world.stack.url, older.url];
    let entries: Load['entries'] = [];
    const before = loadavg()[0]?.toFixed(1);
    let report: Report;
    try {
      report = await underLoad(world, { seed, urls, twiceAtMost: 0 }, async (load) => {
        entries = load.entries;
        await play(world, set, urls, values.seconds * 1000);
        return { did: `an update from ${release.name} and the way back` };
      });
    } finally {
      await set.stop();
    }
    const unanswered = entries.filter(({ status }) => status === null || status >= 500);
    const behind = await until('copies', async () => (await copiesBehind(world.stack)).length === 0, {
      limitMs: COPIES_MS,
      pauseMs: 500,
    }).then(
      () => [],
      () => copiesBehind(world.stack),
    );
    const wrong = [
      ...report.wrong,
      ...behind.map((one) => `events lost: ${one} have an older version`),
      ...world.lines.filter((line) => line.includes('stays down')),
      ...unanswered.map(({ method, path, status }) => `${method} ${path} returned ${status ?? 'nothing'}`),
    ];
    const figures = Object.entries(report.figures).map(([name, value]) => `${name} ${value}`);
    say(
      `${report.did} (${queue}, seed ${seed}; load of the machine before ${before}, after ${loadavg()[0]?.toFixed(1)})`,
    );
    say(figures.join('; '));
    say(
      `calls without a response: ${unanswered.length} of ${entries.length}; copies behind: ${behind.length}`,
    );
    for (const late of report.late ?? []) say(`  ~ ${late}`);
    for (const [what, all] of Map.groupBy(wrong, sentenceOf))
      say(`  ! ${what}${all.length > 1 ? ` (${all.length} times)` : ''}`);
    if (wrong.length > 0)
      say(`The programs' logs: ${keepLogs(world.stack.logDir, `upgrade-${release.name}`)}`);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    await world.close();
  }
}

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      seconds: { type: 'string' },
      parents: { type: 'string' },
      queue: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help || !values.from) {
    console.log(HELP);
    return values.help ? 0 : 1;
  }
  const queue = values.queue ?? (redisProgram() ? 'redis' : 'postgres');
  if (queue !== 'redis' && queue !== 'postgres') throw new UsageError('--queue is redis or postgres');
  const release = checkOut(values.from, (line) => console.log(line));
  try {
    return await tryUpdate(release, {
      queue,
      seconds: Number(values.seconds ?? 10),
      parents: Number(values.parents ?? 8),
      seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
    });
  } finally {
    release.remove();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
}
