import fc from 'fast-check';

/** Inputs in a plain run, where a property does not name another number: each may cost work of a database. */
const PLAIN = 25;
const MINUTE_MS = 60_000;
const { PROPERTY_RUNS: wanted, PROPERTY_SEED: seed } = process.env;

/** Whether properties are tried with all inputs, as `npm run test:long` does: few may by chance miss a way that all together must have gone. */
export const tryAll = (): boolean => wanted === 'all';

const leftOut = Object.assign(() => undefined, { each: () => () => undefined });

/**
 * A test of the long forms: it takes seconds, and proves once more, for a crowd, with programs killed or by a second way through the
 * screens, what others prove. `npm test` leaves it out; `test:long` and `test:one` run it.
 */
export const longTest = process.env.PLAIN_RUN === '1' ? (leftOut as unknown as typeof test) : test;

/**
 * Fails for each way that no input went, where all inputs are tried. A plain run's few inputs may by chance miss one: what must be gone
 * there too is written down as an example of the property.
 */
export function expectEachWay(gone: Iterable<string>, ways: readonly string[]): void {
  if (tryAll()) expect([...gone]).toEqual(expect.arrayContaining([...ways]));
}

/**
 * The number of inputs that a property is tried with: 25 in a plain test run, or as many as `plain` says where an input costs
 * microseconds; all with `PROPERTY_RUNS=all`, and with a number there that many.
 */
export function runs(all: number, { plain = PLAIN } = {}): number {
  if (tryAll()) return all;
  return Number(wanted) || Math.min(all, plain);
}

/** The seed that a test without fast-check begins with: a new one each time, or that of `PROPERTY_SEED`. */
export const newSeed = (): number => Number(seed) || Math.floor(Math.random() * 1_000_000);

/** All of a list in order where all inputs are tried; else each so many-th from a random one on, and `always`. */
export function inParts<T>(
  list: readonly T[],
  { of, always }: { readonly of: number; readonly always?: T },
): T[] {
  const first = newSeed() % of;
  return list.filter((one, at) => tryAll() || at % of === first || one === always);
}

/** Gives each test of a file more time where all inputs are tried; a plain run keeps the limit of every test. */
export function minutesForAll(minutes: number): void {
  if (tryAll()) jest.setTimeout(minutes * MINUTE_MS);
}

/** The command that tries the running test again with the same inputs. */
export function againWith(failed: number): string {
  const { testPath = '', currentTestName = '' } = expect.getState();
  // `npm test` runs files in groups, whose tests begin with the path of their file.
  const [file] = /^\S+\.test\.tsx?(?= )/u.exec(currentTestName) ?? [
    testPath.replace(`${process.cwd()}/`, ''),
  ];
  return `PROPERTY_SEED=${failed} ${wanted ? `PROPERTY_RUNS=${wanted} ` : ''}npm run test:one -- ${file}`;
}

fc.configureGlobal({
  numRuns: runs(1000, { plain: 100 }),
  ...(seed && { seed: Number(seed) }),
  reporter(run) {
    if (!run.failed) return;
    throw new Error(`${fc.defaultReportMessage(run)}\n\nAgain: ${againWith(run.seed)}`, {
      cause: run.errorInstance,
    });
  },
});
