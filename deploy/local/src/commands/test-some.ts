import { globSync } from 'node:fs';
import { join } from 'node:path';
import { runNode, UsageError } from '../child.ts';
import { runJest } from '../jest-run.ts';
import { projectRoot } from '../paths.ts';
import { projectOf } from '../test-weights.ts';

const ALL = '{packages,services,gateway,frontends,deploy}/**/*.test.{ts,tsx}';

/** `npm run test:one -- <file>…`, `npm test -- <file>…`: the test files with one of the words in their path, without checks. */
export async function run(words: string[]): Promise<number> {
  const files = testFilesOf(words);
  const args = ['--runTestsByPath', ...files];
  const { passed, failed } = await runJest({ name: 'some', projects: projectsOf(files), args, show: true });
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/**
 * `npm run test:separate`: the way of a family and of the staff through the browser with one process a program, as
 * containers run them; the other tests use the small shape.
 */
export async function separate(words: string[]): Promise<number> {
  process.env.SHAPE = 'separate';
  return run(words.length > 0 ? words : ['browser/test/family.e2e', 'browser/test/fees']);
}

/** `npm run test:watch`: the tests of changed files, or those of the given words, again at every save. */
export async function watch(words: string[]): Promise<number> {
  const [mode, projects] =
    words.length === 0 ? ['--watch', ['node', 'dom']] : ['--watchAll', projectsOf(testFilesOf(words))];
  const which = words.length === 0 ? [] : ['--testPathPatterns', ...words];
  const jest = join(projectRoot, 'node_modules/jest/bin/jest.js');
  const NODE_OPTIONS = '--experimental-vm-modules --disable-warning=ExperimentalWarning';
  const args = [jest, mode, '--selectProjects', ...projects, ...which];
  return (await runNode(args, { env: { ...process.env, NODE_OPTIONS }, show: true })).code;
}

/** The test files whose path contains one of the words; none is an error. */
export function testFilesOf(words: readonly string[]): string[] {
  const all = globSync(ALL, { cwd: projectRoot, exclude: ['**/node_modules/**', '**/dist/**'] });
  const files = all.filter((file) => words.some((word) => file.includes(word)));
  if (files.length > 0) return files;
  throw new UsageError(
    `No test file has ${words.join(' or ') || 'no name'} in its path: npm run test:one -- gateway/test/limits.test.ts`,
  );
}

function projectsOf(files: readonly string[]): string[] {
  return [...new Set(files.map(projectOf))];
}
