import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@gerbang/local/child';
import { projectRoot } from '@gerbang/local/paths';
import { openRedis, redisProgram } from '@gerbang/local/redis-server';
import { installTools } from '@gerbang/local/seldom-tools';
import { judge } from './judge.ts';
import { chosen, MEASUREMENTS } from './measurements.ts';
import { count, type Outcome, table, type Taken, verdicts, writeResults } from './report.ts';
import { limitOf, type Measurement, runAll } from './runner.ts';
import { createRunning } from './running.ts';
import { settle } from './settle.ts';
import { beTiny, formOf, type Settings, settingsOf } from './settings.ts';

const HELP = `npm run bench [-- <options>]
Measures the running portal against bare limits in the same run, judges every goal, and writes the table as
bench-results/<time>.json. In its usual form it takes at most 25 minutes.
Sessions and queue are on Redis where REDIS_URL is set or a redis-server is found, else on PostgreSQL.

  --only <name>,<name>  only these measurements
  --rounds <n>          rounds of each load (3, with --full 5); medians count
  --parents <n>         crowd of the foundation, at the same pace (5,000, with --full 50,000)
  --full                everything, however long it takes: all sizes of lists, the foundation's five minutes
  --long                what takes long, too: half an hour of load, an hour of an office, a day's tables
  --judge <commit>      what calls cost in CPU against another commit, in turns; fails where one is a tenth dearer
  --minutes <n>         begin nothing after so many minutes (20; without an end with --only, --full or --long)
  --quick, --smoke      one short round; a handful of requests: show that it works, prove nothing
  --out <folder>        where the results go

${MEASUREMENTS.map(({ name, what }) => `  ${name.padEnd(16)}${what}`).join('\n')}`;

const MINUTE_MS = 60_000;
/** A measurement that is running at the end may still take so long. */
const GRACE_MS = 4 * MINUTE_MS;

/** The Redis of REDIS_URL, else one of its own where there is a redis-server, else none. */
async function findRedis() {
  const given = process.env.REDIS_URL;
  const program = redisProgram();
  if (given || !program) return { url: given, pid: undefined, stop: async () => undefined };
  const own = await openRedis(program);
  return { url: own.url, pid: own.pid(), stop: () => own.kill() };
}

async function bench(settings: Settings): Promise<number> {
  const measurements = chosen(settings.only);
  // Before anything is measured: the first load would else wait for them.
  await installTools();
  if (settings.smoke) beTiny();
  const endMs = performance.now() + settings.minutes * MINUTE_MS;
  const at = new Date().toISOString();
  const say = (line: string) => console.log(line);
  const dataDir = mkdtempSync(join(tmpdir(), 'gerbang-bench-'));
  chmodSync(dataDir, 0o755);
  const redis = await findRedis();
  say(`Sessions and queue on ${redis.url ? 'Redis' : 'PostgreSQL (no REDIS_URL, no redis-server)'}`);
  const pages = measurements.some(({ browser }) => browser);
  const running = createRunning({ settings, pages, redis, dataDir, say });
  const write = (taken: readonly Taken[], outcomes: readonly Outcome[]) => {
    const lines = verdicts(taken, outcomes);
    const store = redis.url ? 'redis' : 'postgres';
    const run = { at, form: formOf(settings), store, rounds: settings.rounds, outcomes, lines } as const;
    return { lines, file: writeResults(settings.out ?? join(projectRoot, 'bench-results'), run) };
  };
  try {
    await running.bench.startAgain();
    const { taken, outcomes } = await runAll(running.bench, {
      measurements,
      leftOut: ({ needs }: Measurement) =>
        needs === 'long' && !settings.long && !settings.smoke && settings.only === undefined
          ? 'takes long: only with --long, or by its name'
          : undefined,
      limitMs: (measurement) =>
        Math.min(limitOf(measurement, settings), endMs + GRACE_MS - performance.now()),
      // Beside other tests a machine may be too busy for a moment.
      tries: settings.smoke ? 2 : 1,
      settle: () => settle(running.bench.stack(), redis.pid),
      endMs,
      say,
      each: write,
    });
    const left = MEASUREMENTS.filter((one) => !measurements.includes(one)).map(
      ({ name }): Outcome => ({ name, state: 'left out', seconds: 0, cause: 'not chosen by --only' }),
    );
    const { lines, file } = write(taken, [...outcomes, ...left]);
    say(`\n${table(lines)}\n`);
    const failed = outcomes.filter(({ state }) => state === 'failed');
    for (const { name, cause } of failed) say(`Broke off: ${name}: ${cause}`);
    const counted = (['met', 'missed', 'not measured'] as const).map(
      (state) => `${count(lines, state)} ${state}`,
    );
    say(`${counted.join(', ')}\nWritten to ${file}`);
    return failed.length === 0 ? 0 : 1;
  } finally {
    await running.stop();
    await redis.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

// A measurement that was given up may still fail later; the others go on.
process.on('unhandledRejection', (error) => console.log(`    afterwards: ${String(error)}`));
try {
  const settings = settingsOf();
  if (settings.help) console.log(HELP);
  else if (settings.judge !== undefined) process.exitCode = await judge(settings, settings.judge);
  else process.exitCode = await bench(settings);
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
}
