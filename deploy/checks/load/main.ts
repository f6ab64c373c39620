import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@gerbang/local/child';
import { projectRoot } from '@gerbang/local/paths';
import type { Measurement } from './measurement.ts';
import { chosen, MEASUREMENTS } from './measurements.ts';
import { openRedis } from './redis.ts';
import { type Outcome, table } from './report.ts';
import { writeResults } from './results.ts';
import { runAll } from './runner.ts';
import { createRunning } from './running.ts';
import { formOf, type Settings, settingsOf } from './settings.ts';
import { beTiny } from './smoke.ts';
import { count, type Taken, verdicts } from './verdicts.ts';

const HELP = `npm run bench [-- <options>]
Measures the running system against bare limits in the same run, judges every goal, and writes the table as
bench-results/<time>.json and .svg. In its usual form it takes at most 25 minutes.
Sessions and queue lie on Redis where REDIS_URL is set or a redis-server is found, else on Postgres.

  --only <name>,<name>  only these measurements
  --rounds <n>          rounds of each load (3, with --full 5); medians count
  --parents <n>         crowd of the foundation, at the same pace (5,000, with --full 50,000)
  --full                everything, however long it takes: all sizes of lists, the foundation's five minutes
  --long                half an hour of load too, for the growth of memory
  --minutes <n>         begin nothing after so many minutes (20; without an end with --only, --full or --long)
  --quick, --smoke      one short round; a handful of requests: show that it works, prove nothing
  --out <folder>        where the results go

${MEASUREMENTS.map(({ name, what }) => `  ${name.padEnd(12)}${what}`).join('\n')}`;

const MINUTE_MS = 60_000;
/** What runs at the end may still take so long. */
const GRACE_MS = 4 * MINUTE_MS;
/** One that takes longer hangs; what the long ones take is known. */
const LIMIT_MS = { usual: 7 * MINUTE_MS, full: 40 * MINUTE_MS };

async function bench(settings: Settings): Promise<number> {
  const measurements = chosen(settings.only);
  if (settings.smoke) beTiny();
  const endMs = performance.now() + settings.minutes * MINUTE_MS;
  const at = new Date().toISOString();
  const say = (line: string) => console.log(line);
  const dataDir = mkdtempSync(join(tmpdir(), 'gerbang-bench-'));
  chmodSync(dataDir, 0o755);
  const redis = await openRedis();
  say(`Sessions and queue on ${redis.url ? 'Redis' : 'Postgres (no REDIS_URL, no redis-server)'}`);
  const running = createRunning(
    settings,
    measurements.some(({ browser }) => browser),
    redis,
    dataDir,
    say,
  );
  const write = (taken: readonly Taken[], outcomes: readonly Outcome[]) => {
    const lines = verdicts(taken, outcomes);
    const store = redis.url ? 'redis' : 'postgres';
    const run = { at, form: formOf(settings), store, rounds: settings.rounds, outcomes, lines } as const;
    return { lines, files: writeResults(settings.out ?? join(projectRoot, 'bench-results'), run) };
  };
  try {
    await running.bench.startAgain();
    const { taken, outcomes } = await runAll(running.bench, {
      measurements,
      leftOut: ({ needs }: Measurement) =>
        needs === 'long' && !settings.long && !settings.smoke
          ? 'takes half an hour: only with --long'
          : undefined,
      limitMs: () =>
        Math.min(
          settings.full || settings.long ? LIMIT_MS.full : LIMIT_MS.usual,
          endMs + GRACE_MS - performance.now(),
        ),
      // Beside other tests a machine may be too busy for a moment.
      tries: settings.smoke ? 2 : 1,
      endMs,
      say,
      each: write,
    });
    const left = MEASUREMENTS.filter((one) => !measurements.includes(one)).map(
      ({ name }): Outcome => ({ name, state: 'left out', seconds: 0, cause: 'not chosen by --only' }),
    );
    const { lines, files } = write(taken, [...outcomes, ...left]);
    say(`\n${table(lines)}\n`);
    const failed = outcomes.filter(({ state }) => state === 'failed');
    for (const { name, cause } of failed) say(`Broke off: ${name}: ${cause}`);
    say(
      `${count(lines, 'met')} met, ${count(lines, 'missed')} missed, ${count(lines, 'not measured')} not measured`,
    );
    say(`Written to ${files.json} and ${files.svg}`);
    return failed.length === 0 ? 0 : 1;
  } finally {
    await running.stop();
    await redis.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

// A measurement that was given up may still fail somewhere; the others go on.
process.on('unhandledRejection', (error) => console.log(`    afterwards: ${String(error)}`));
try {
  const settings = settingsOf();
  if (settings.help) console.log(HELP);
  else process.exitCode = await bench(settings);
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
}
