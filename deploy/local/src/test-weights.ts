import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './paths.ts';

const KEPT = join(projectRoot, 'deploy/local/test/seconds.json');
const LAST_RUN = join(projectRoot, '.cache', 'test-seconds.json');
export interface Weighed {
  readonly path: string;
  readonly seconds: number;
}

type Seconds = Readonly<Record<string, number>>;

const read = (file: string): Seconds => JSON.parse(readFileSync(file, 'utf8')) as Seconds;

/** Seconds that each test file took in the run whose figures are kept, by its path within the project. */
export const keptSeconds = (): Seconds => read(KEPT);

/** The kind of tests (jest.config.mjs) that a file holds. */
export function projectOf(file: string): 'browser' | 'dom' | 'node' {
  if (file.endsWith('.e2e.test.ts')) return 'browser';
  return file.endsWith('.tsx') ? 'dom' : 'node';
}

/** Bytes of a test file's source; 0 where it is gone. */
const sizeOf = (file: string): number =>
  statSync(join(projectRoot, file), { throwIfNoEntry: false })?.size ?? 0;

/**
 * How long a test file takes, in seconds: as measured, else reckoned from its length and what the measured files of its kind
 * take for theirs. A line of a journey in a browser takes some ten times as long as one of a server's test.
 */
export function weigher(kept: Seconds = keptSeconds()): (file: string) => number {
  const sums = {
    browser: { bytes: 0, seconds: 0 },
    dom: { bytes: 0, seconds: 0 },
    node: { bytes: 0, seconds: 0 },
  };
  for (const [file, seconds] of Object.entries(kept)) {
    const sum = sums[projectOf(file)];
    sum.bytes += sizeOf(file);
    sum.seconds += seconds;
  }
  return (file) => {
    const { bytes, seconds } = sums[projectOf(file)];
    return kept[file] ?? (sizeOf(file) * seconds) / Math.max(1, bytes);
  };
}

/** The heaviest first; equal ones by name. */
export const heaviestFirst = <T extends Weighed>(files: readonly T[]): T[] =>
  files.toSorted((a, b) => b.seconds - a.seconds || (a.path < b.path ? -1 : 1));

/** Parts of about equal seconds, the same wherever they are made: each file goes where there is least so far. */
export function shareOut<T extends Weighed>(files: readonly T[], count: number): T[][] {
  const parts = Array.from({ length: count }, () => ({ seconds: 0, files: [] as T[] }));
  for (const file of heaviestFirst(files)) {
    const least = parts.reduce((best, part) => (part.seconds < best.seconds ? part : best));
    least.files.push(file);
    least.seconds += file.seconds;
  }
  return parts.map((part) => part.files);
}

/** Notes the seconds of a run for `keepSeconds`. */
export function noteSeconds(run: readonly { readonly file: string; readonly seconds: number }[]): void {
  const sorted = run.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  const rounded = sorted.map(({ file, seconds }) => [file, Math.round(seconds * 10) / 10]);
  writeFileSync(LAST_RUN, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
}

/** `npm run test:weigh`: keeps the seconds of the last whole `npm test`, by which later runs are ordered and grouped. */
export async function run(): Promise<number> {
  const seconds = read(LAST_RUN);
  writeFileSync(KEPT, `${JSON.stringify(seconds, null, 2)}\n`);
  console.log(`${Object.keys(seconds).length} test files, ${KEPT}`);
  return 0;
}
