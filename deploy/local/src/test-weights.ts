import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './paths.ts';

const KEPT = join(projectRoot, 'deploy/local/test/seconds.json');
const LAST_RUN = join(projectRoot, '.cache', 'test-seconds.json');
/** A test file that no run has measured yet weighs by its source. */
const BYTES_A_SECOND = 10_000;

export interface Weighed {
  readonly path: string;
  readonly seconds: number;
}

type Seconds = Readonly<Record<string, number>>;

const read = (file: string): Seconds => JSON.parse(readFileSync(file, 'utf8')) as Seconds;

/** Seconds that each test file took in the run whose figures are kept, by its path within the project. */
export const keptSeconds = (): Seconds => read(KEPT);

/** How long a test file takes, in seconds: as measured, else reckoned from its length. */
export const weightOf = (file: string, kept: Seconds): number =>
  kept[file] ?? statSync(join(projectRoot, file)).size / BYTES_A_SECOND;

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
