import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '../child.ts';
import { makeDemoInstallation } from '../demo-installation.ts';
import { buildFrontEnds } from '../front-ends.ts';
import { runJest, type TestRun } from '../jest-run.ts';
import { hasProperties, isLong, longTestsIn } from '../long-tests.ts';
import { projectRoot } from '../paths.ts';
import { hasRedis } from '../redis-server.ts';
import { writeGroups } from '../test-groups.ts';
import { noteSeconds, projectOf } from '../test-weights.ts';
import { type CheckCount, runChecks } from './check.ts';
import { run as runSome, testFilesOf } from './test-some.ts';

/** More side by side share one PostgreSQL badly. */
const MOST_WORKERS = 6;
/**
 * One more than cores: each waits for the database now and then, and pages for timers and answers. Of a small machine with two
 * files of the browser at once, two cores were idle for 44 of 100 seconds.
 */
const WORKERS = Math.min(availableParallelism() + 1, MOST_WORKERS);
const SLOWEST = 10;
/** The last lines of the last whole run. */
export const SUMMARY = join(projectRoot, '.cache', 'test-summary.txt');
const WITHOUT_REDIS =
  'NOT TRIED: everything on Redis (there is no redis-server on PATH and no TEST_REDIS_URL)';
const NOTHING: TestRun = { passed: 0, failed: 0, skipped: 0, broken: [], seconds: [], output: '' };

/**
 * `npm test`: all checks beside the builds of the front ends, then the tests of servers and pages, then those in a browser,
 * so that none of these runs beside work that takes its cores. Nothing is tried twice; a
 * skipped test counts as failed. `npm test -- --shard 1/3`: one of three parts of about equal seconds, the checks in the
 * first. `npm test -- <path>…`: only the test files whose path contains one of the words.
 */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: { shard: { type: 'string' } },
    allowPositionals: true,
  });
  const { shard } = values;
  if (shard !== undefined && !/^([1-9]\d?)\/([1-9]\d?)$/u.test(shard))
    throw new UsageError('A part is named by its number and their count: npm test -- --shard 1/3');
  return positionals.length > 0 ? runSome(positionals) : runAll(shard);
}

async function runAll(shard: string | undefined): Promise<number> {
  const began = Date.now();
  process.env.PLAIN_RUN = '1';
  const missing = redisMissing();
  const isFirst = !shard || shard.startsWith('1/');
  const [checks, removeDemo] = await Promise.all([
    isFirst ? runChecks(say) : { passed: 0, failed: 0 },
    prepare(),
  ]);
  const { groups, long } = writeGroups();
  const members = new Map(groups.map(({ file, members: files }) => [file, files]));
  const part = shard ? [`--shard=${shard}`] : [];
  const tests = await runJest({
    name: 'tests',
    projects: ['node', 'dom'],
    args: [`--maxWorkers=${WORKERS}`, ...part],
    members,
    show: true,
  });
  const browser = removeDemo
    ? await runJest({
        name: 'browser',
        projects: ['browser'],
        args: [`--maxWorkers=${WORKERS}`, ...part],
        show: true,
      })
    : { ...NOTHING, failed: 1 };
  removeDemo?.();
  const seconds = [...tests.seconds, ...browser.seconds];
  if (!shard) noteSeconds(seconds);
  say(`The ten slowest files:\n${slowestOf(seconds).join('\n')}`);
  const single = testFilesOf(['']).reduce((sum, file) => sum + longTestsIn(sourceOf(file)), 0);
  say(
    `Left to npm run test:long: ${long.length} files, ${single} tests of others, and properties beyond their first inputs`,
  );
  for (const file of [...tests.broken, ...browser.broken]) say(`FAILED ${file}: npm run test:one -- ${file}`);
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  return summary({ checks, tests, browser, missing, minutes });
}

const say = (line: string): void => console.log(line);

/** Makes the seeded portal and the front ends that tests use. Returns what removes the portal; null without front ends. */
async function prepare(): Promise<(() => void) | null> {
  const removeDemo = await makeDemoInstallation(say);
  try {
    await buildFrontEnds(say);
    return removeDemo;
  } catch (error) {
    say((error as Error).message);
    removeDemo();
    return null;
  }
}

/**
 * `npm run test:long`: the long forms (whole portals killed, flooded, saved and restored; second ways in a browser) and every
 * property with all its inputs, one file after the other.
 */
export async function runLong(words: string[]): Promise<number> {
  const removeDemo = await prepare();
  if (!removeDemo) return 1;
  process.env.PROPERTY_RUNS = 'all';
  const files = testFilesOf(words.length > 0 ? words : ['']).filter((file) => {
    const source = sourceOf(file);
    return isLong(file) || longTestsIn(source) > 0 || hasProperties(source);
  });
  const inBrowser = files.filter((file) => projectOf(file) === 'browser');
  const others = files.filter((file) => !inBrowser.includes(file));
  const part = async (name: string, projects: string[], paths: string[]): Promise<TestRun> =>
    paths.length === 0
      ? NOTHING
      : runJest({ name, projects, args: ['--maxWorkers=1', '--runTestsByPath', ...paths], show: true });
  const runs = [
    await part('long', ['node', 'dom'], others),
    await part('long-browser', ['browser'], inBrowser),
  ];
  removeDemo();
  const sum = (of: (run: TestRun) => number) => runs.reduce((all, run) => all + of(run), 0);
  const failed = sum((run) => run.failed);
  say(`The ten slowest files:\n${slowestOf(runs.flatMap(({ seconds }) => seconds)).join('\n')}`);
  say(`${sum((run) => run.passed)} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

const sourceOf = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');

/** 1 where the tests with Redis must run and cannot. */
function redisMissing(): number {
  if (hasRedis()) return 0;
  console.log(WITHOUT_REDIS);
  return process.env.REQUIRE_REDIS === '1' ? 1 : 0;
}

function slowestOf(seconds: TestRun['seconds']): string[] {
  return seconds
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map((one) => `${one.seconds.toFixed(1).padStart(7)} s  ${one.file}`);
}

function summary({
  checks,
  tests,
  browser,
  missing,
  minutes,
}: {
  checks: CheckCount;
  tests: TestRun;
  browser: TestRun;
  missing: number;
  minutes: string;
}): number {
  const skipped = tests.skipped + browser.skipped;
  const failed = checks.failed + tests.failed + browser.failed + missing;
  const lines = [
    ...(hasRedis() ? [] : [WITHOUT_REDIS]),
    `Installed by this run: ${process.env.INSTALLED ?? 'nothing'}`,
    ...(skipped > 0 ? [`${skipped} tests are skipped or only planned; that counts as failed`] : []),
    `Checks: ${checks.passed} passed, ${checks.failed} failed`,
    `Tests: ${tests.passed} passed, ${tests.failed} failed`,
    `Browser tests: ${browser.passed} passed, ${browser.failed} failed`,
    `${checks.passed + tests.passed + browser.passed} passed, ${failed} failed, ${minutes} minutes`,
  ];
  writeFileSync(SUMMARY, `${lines.join('\n')}\n`);
  say(lines.join('\n'));
  return failed === 0 ? 0 : 1;
}
