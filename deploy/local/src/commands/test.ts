import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { makeDemoInstallation } from '../demo-installation.ts';
import { buildFrontEnds } from '../front-ends.ts';
import { runJest, type TestRun } from '../jest-run.ts';
import { hasProperties, isLong } from '../long-tests.ts';
import { projectRoot } from '../paths.ts';
import { hasRedis } from '../redis-server.ts';
import { writeGroups } from '../test-groups.ts';
import { type CheckCount, runChecks } from './check.ts';
import { projectOf, run as runSome, testFilesOf } from './test-some.ts';

/**
 * More failing files than these are no accident of a busy machine: room for one group that ended before its end (twenty
 * files) and a few files beside it.
 */
const FEW = 24;
const SLOWEST = 25;
const NOTHING: TestRun = { passed: 0, failed: 0, skipped: 0, broken: [], seconds: [], output: '' };

// One more than there are cores, because some test is always waiting for something.
const workers = (atMost: number) => `--maxWorkers=${Math.min(availableParallelism() + 1, atMost)}`;

/**
 * `npm test`: all checks beside the builds of the front ends, then the tests of servers and pages, then those in a browser,
 * so that none runs beside work that takes its cores; a skipped test counts as failed.
 * `npm test -- <path>…`: only the test files whose path contains one of the words.
 */
export async function run(args: string[]): Promise<number> {
  return args.length > 0 ? runSome(args) : runAll();
}

async function runAll(): Promise<number> {
  const missing = redisMissing();
  const [checks, removeDemo] = await Promise.all([runChecks(say), prepare()]);
  const { groups, long } = writeGroups();
  const members = new Map(groups.map(({ file, members: files }) => [file, files]));
  const tests = await runJest({
    name: 'tests',
    projects: ['node', 'dom'],
    args: [workers(6)],
    members,
    show: true,
  });
  const browser = removeDemo
    ? await runJest({ name: 'browser', projects: ['browser'], args: [workers(2)], show: true })
    : { ...NOTHING, failed: 1 };
  const slowest = slowestOf([...tests.seconds, ...browser.seconds]);
  writeFileSync(join(projectRoot, '.cache', 'slow-tests.txt'), slowest.join('\n'));
  const unsteady = await runAlone(tests, browser);
  removeDemo?.();
  say(`The ten slowest files:\n${slowest.slice(0, 10).join('\n')}`);
  say(`Left to npm run test:long: ${long.length} files, and properties beyond their first 25 inputs`);
  return summary(checks, tests, browser, unsteady, missing);
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
 * `npm run test:long`: the long forms (whole portals killed, flooded, saved and restored) and every property with all its
 * inputs, one file after the other.
 */
export async function runLong(words: string[]): Promise<number> {
  const removeDemo = await prepare();
  if (!removeDemo) return 1;
  process.env.PROPERTY_RUNS = 'all';
  const all = testFilesOf(words.length > 0 ? words : ['']);
  const files = all.filter(
    (file) => isLong(file) || hasProperties(readFileSync(join(projectRoot, file), 'utf8')),
  );
  const args = ['--maxWorkers=1', '--runTestsByPath', ...files];
  const { passed, failed, seconds } = await runJest({ name: 'long', projects: ['node'], args, show: true });
  removeDemo();
  say(`The ten slowest files:\n${slowestOf(seconds).slice(0, 10).join('\n')}`);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** 1 where the tests with Redis must run and cannot. */
function redisMissing(): number {
  if (hasRedis()) return 0;
  const required = process.env.REQUIRE_REDIS === '1';
  const why = 'there is no redis-server on PATH and no TEST_REDIS_URL';
  console.log(required ? `REQUIRE_REDIS=1, but ${why}` : `The tests with Redis are left out: ${why}`);
  return required ? 1 : 0;
}

/**
 * Runs the few files that failed once more, each without neighbours. A second failure is a fault; a file that passes is
 * named as unsteady, so that it gets repaired without holding back a change that did not break it. Returns the failures
 * that are left, or null where nothing was run again.
 */
async function runAlone(...runs: TestRun[]): Promise<number | null> {
  const broken = runs.flatMap((one) => one.broken);
  const skipped = runs.reduce((sum, one) => sum + one.skipped, 0);
  if (broken.length === 0 || broken.length > FEW || skipped > 0) return null;
  console.log(`Once more, alone: ${broken.join(', ')}`);
  const needed = new Set(broken.map(projectOf));
  const args = ['--maxWorkers=1', '--runTestsByPath', ...broken];
  const { failed } = await runJest({ name: 'alone', projects: [...needed], args, show: true });
  if (failed === 0)
    for (const file of broken) console.log(`UNSTEADY ${file}: failed beside others, passed alone`);
  return failed;
}

/** The files that took longest; `.cache/slow-tests.txt` keeps them. */
function slowestOf(seconds: TestRun['seconds']): string[] {
  return seconds
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map((one) => `${one.seconds.toFixed(1).padStart(7)} s  ${one.file}`);
}

function summary(
  checks: CheckCount,
  tests: TestRun,
  browser: TestRun,
  failedAlone: number | null,
  missing: number,
): number {
  const skipped = tests.skipped + browser.skipped;
  if (skipped > 0) console.log(`${skipped} tests are skipped or only planned; that counts as failed`);
  console.log(`Checks: ${checks.passed} passed, ${checks.failed} failed`);
  console.log(`Tests: ${tests.passed} passed, ${tests.failed} failed`);
  console.log(`Browser tests: ${browser.passed} passed, ${browser.failed} failed`);
  const failed = checks.failed + (failedAlone ?? tests.failed + browser.failed) + missing;
  console.log(`${checks.passed + tests.passed + browser.passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
