import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
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
}

/** `npm test`: all checks, the build of the front ends, all tests. A skipped test counts as a failed one. */
export async function run(args: string[]): Promise<number> {
  const checks = await runChecks();
  const built = await build();
  const tests = await jest(args);
  const failed = checks.failed + built.failed + tests.failed;
  console.log(`${checks.passed + built.passed + tests.passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function build(): Promise<{ passed: number; failed: number }> {
  try {
    await buildFrontEnds((line) => console.log(line));
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.log((error as Error).message);
    return { passed: 0, failed: 1 };
  }
}

async function jest(args: string[]): Promise<{ passed: number; failed: number }> {
  const projects = ['node', 'dom', 'browser'];
  let missing = 0;
  if (hasRedis()) projects.push('redis');
  else if (process.env.REQUIRE_REDIS === '1') {
    console.log('REQUIRE_REDIS=1, but there is no redis-server on PATH and no TEST_REDIS_URL');
    missing = 1;
  } else console.log('No redis-server on PATH and no TEST_REDIS_URL: the tests against Redis are left out');
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
      '--maxWorkers=2',
      // A connection that a killed program left half open must not hold a build server for its whole time.
      '--forceExit',
      '--selectProjects',
      ...projects,
      ...(args.length > 0 ? ['--testPathPatterns', ...args] : []),
    ],
    {
      env: {
        ...process.env,
        NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
      },
      show: true,
    },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1 + missing };
  const result = JSON.parse(readFileSync(report, 'utf8')) as JestReport;
  const skipped = result.numPendingTests + result.numTodoTests;
  if (skipped > 0) console.log(`${skipped} tests are skipped or only planned; that counts as failed`);
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites + skipped + missing;
  return { passed: result.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}

function hasRedis(): boolean {
  if (process.env.TEST_REDIS_URL) return true;
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'redis-server')));
}
