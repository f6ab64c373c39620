import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runNode } from './child.ts';
import { projectRoot } from './paths.ts';

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { ancestorTitles: string[]; status: string; duration?: number | null }[];
  }[];
}

export interface TestRun {
  readonly passed: number;
  /** Failed tests, files that broke off, and skipped tests. */
  readonly failed: number;
  readonly skipped: number;
  /** Test files with failures, relative to the project. */
  readonly broken: readonly string[];
  readonly seconds: readonly { readonly file: string; readonly seconds: number }[];
  /** Everything that Jest printed, where it was not shown. */
  readonly output: string;
}

export interface JestOptions {
  /** Names the run's report, `.cache/jest-<name>.json`. */
  readonly name: string;
  readonly projects: readonly string[];
  readonly args: readonly string[];
  /** Members of the groups among the files (`test-groups.ts`). */
  readonly members?: ReadonlyMap<string, readonly string[]>;
  readonly show: boolean;
}

/** Runs Jest. A run that breaks off without a failed test (a set-up, or no test found) counts as one failure. */
export async function runJest({ name, projects, args, members, show }: JestOptions): Promise<TestRun> {
  const report = join(projectRoot, '.cache', `jest-${name}.json`);
  mkdirSync(join(projectRoot, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const nodeOptions = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const { code, output } = await runNode(
    [
      ...nodeOptions,
      join(projectRoot, 'node_modules/jest/bin/jest.js'),
      '--json',
      `--outputFile=${report}`,
      // A connection that a killed program left half open must not hold a build server.
      '--forceExit',
      ...args,
      '--selectProjects',
      ...projects,
    ],
    {
      env: {
        ...process.env,
        NODE_OPTIONS: nodeOptions.join(' '),
        ...(members && { TEST_GROUPS: '1' }),
      },
      show,
    },
  );
  const result = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as JestReport) : null;
  if (!result) return { passed: 0, failed: 1, skipped: 0, broken: [], seconds: [], output };
  const skipped = result.numPendingTests + result.numTodoTests;
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites + skipped;
  const files = result.testResults.map((one) => describeFile(one, members));
  return {
    passed: result.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped,
    broken: files.flatMap(({ broken }) => broken),
    seconds: files.flatMap(({ seconds }) => seconds),
    output,
  };
}

/** The result of one Jest file by its test files: a group has several, each in a `describe` with its path. */
function describeFile(result: JestReport['testResults'][number], members?: JestOptions['members']) {
  const inGroup = members?.get(result.name);
  if (!inGroup) {
    const file = relative(projectRoot, result.name);
    const seconds = (result.endTime - result.startTime) / 1000;
    return { broken: result.status === 'failed' ? [file] : [], seconds: [{ file, seconds }] };
  }
  const of = (file: string) => result.assertionResults.filter((one) => one.ancestorTitles[0] === file);
  const inTests = (file: string) => of(file).reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1000;
  const failed = inGroup.filter((file) => of(file).some(({ status }) => status === 'failed'));
  // What is in no test (modules, databases) is shared out evenly.
  const all = inGroup.reduce((sum, file) => sum + inTests(file), 0);
  const beside = Math.max(0, (result.endTime - result.startTime) / 1000 - all) / inGroup.length;
  return {
    broken: failed.length === 0 && result.status === 'failed' ? inGroup : failed,
    seconds: inGroup.map((file) => ({ file, seconds: inTests(file) + beside })),
  };
}
