import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { runNode } from '../child.ts';
import { buildFrontEnds } from '../front-ends.ts';
import { projectRoot } from '../paths.ts';
import { runChecks } from './check.ts';

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; status: string }[];
}

interface Count {
  passed: number;
  failed: number;
}

/** Tests that start programs wait for them; one more than there are cores keeps the cores at work. */
const workers = () => Math.min(availableParallelism() + 1, 6);

/** More than these are no accident of a busy machine. */
const FEW = 3;

/** `npm test`: all checks, the build of the front ends, all tests. A skipped test counts as a failed one. */
export async function run(args: string[]): Promise<number> {
  const checks = await runChecks();
  const built = await build();
  const tests = await jest(args);
  const failed = checks.failed + built.failed + tests.failed;
  console.log(`${checks.passed + built.passed + tests.passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function build(): Promise<Count> {
  try {
    await buildFrontEnds((line) => console.log(line));
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.log((error as Error).message);
    return { passed: 0, failed: 1 };
  }
}

async function jest(args: string[]): Promise<Count> {
  const projects = ['node', 'dom', 'browser'];
  let missing = 0;
  if (hasRedis()) projects.push('redis');
  else if (process.env.REQUIRE_REDIS === '1') {
    console.log('REQUIRE_REDIS=1, but there is no redis-server on PATH and no TEST_REDIS_URL');
    missing = 1;
  } else console.log('No redis-server on PATH and no TEST_REDIS_URL: the tests against Redis are left out');
  const patterns = args.length > 0 ? ['--testPathPatterns', ...args] : [];
  const first = await runJest(projects, [`--maxWorkers=${workers()}`, ...patterns]);
  if (!first) return { passed: 0, failed: 1 + missing };
  const { passed, failed } = count(first);
  const skipped = first.numPendingTests + first.numTodoTests;
  if (skipped > 0) console.log(`${skipped} tests are skipped or only planned; that counts as failed`);
  const broken = first.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (failed === 0 || broken.length === 0 || broken.length > FEW) return { passed, failed: failed + missing };
  return { passed, failed: (await alone(projects, broken, failed)) + missing };
}

/**
 * Runs the few files that failed once more, each without neighbours. What fails again is broken; what passes is named as
 * unsteady, so that it gets mended, without holding back what has nothing to do with it.
 */
async function alone(projects: string[], files: string[], failed: number): Promise<number> {
  console.log(`Once more, alone: ${files.join(', ')}`);
  const second = await runJest(projects, ['--maxWorkers=1', '--runTestsByPath', ...files]);
  const left = second ? count(second).failed : failed;
  if (left === 0)
    for (const file of files) console.log(`UNSTEADY ${file}: failed beside others, passed alone`);
  return left;
}

function count(result: JestReport): Count {
  const skipped = result.numPendingTests + result.numTodoTests;
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites + skipped,
  };
}

/** Null where the runner itself broke off. */
async function runJest(projects: string[], which: string[]): Promise<JestReport | null> {
  const report = join(projectRoot, '.cache', 'jest.json');
  mkdirSync(join(projectRoot, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const { code } = await runNode(
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      join(projectRoot, 'node_modules/jest/bin/jest.js'),
      '--json',
      `--outputFile=${report}`,
      // A connection that a killed program left half open must not hold a build server for its whole time.
      '--forceExit',
      '--selectProjects',
      ...projects,
      ...which,
    ],
    {
      env: {
        ...process.env,
        NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
      },
      show: true,
    },
  );
  if (!existsSync(report)) return null;
  const result = JSON.parse(readFileSync(report, 'utf8')) as JestReport;
  // A code without a failure is the runner's own trouble: a set-up that broke, or no test found.
  return code !== 0 && count(result).failed === 0 ? null : result;
}

function hasRedis(): boolean {
  if (process.env.TEST_REDIS_URL) return true;
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'redis-server')));
}
