import type { Outcome } from '../report.ts';
import { type Bench, limitOf, type Measurement, runAll } from '../runner.ts';
import { MEASUREMENTS } from '../measurements.ts';

const row = (what: string) => ({ what, value: 1, unit: 's' });
const works = (name: string): Measurement => ({ name, what: name, run: async () => [row(name)] });
const breaks: Measurement = {
  name: 'breaks',
  what: 'breaks',
  run: () => Promise.reject(new Error('the third call returned 500\nand more\nand more\nand more')),
};
const hangs: Measurement = { name: 'hangs', what: 'hangs', run: () => new Promise<never>(() => undefined) };

async function run(
  measurements: Measurement[],
  options: { limitMs?: number; endMs?: number; tries?: number } = {},
) {
  let starts = 0;
  let shape = 'separate';
  const bench = {
    shape: () => shape,
    startAgain: async (wanted = 'separate') => {
      starts += 1;
      shape = wanted;
    },
  } as unknown as Bench;
  const seen: Outcome[][] = [];
  const result = await runAll(bench, {
    measurements,
    leftOut: ({ needs }) => (needs ? `only with --${needs}` : undefined),
    limitMs: () => options.limitMs ?? 60_000,
    tries: options.tries ?? 1,
    settle: async () => undefined,
    endMs: options.endMs ?? Number.POSITIVE_INFINITY,
    say: () => undefined,
    each: (_taken, outcomes) => seen.push([...outcomes]),
  });
  return { ...result, starts, seen };
}

describe('the run', () => {
  test('when one fails and one hangs, then both are reported with their cause and the others still run', async () => {
    const result = await run([works('a'), breaks, hangs, works('b'), works('c')], { limitMs: 200 });
    expect(result.taken.map(({ by }) => by)).toEqual(['a', 'b', 'c']);
    const causes = result.outcomes.map(({ name, state, cause }) => [name, state, cause]);
    expect(causes).toEqual([
      ['a', 'done', undefined],
      ['breaks', 'failed', 'the third call returned 500 | and more | and more'],
      ['hangs', 'failed', 'it took longer than 0.0 minutes'],
      ['b', 'done', undefined],
      ['c', 'done', undefined],
    ]);
    // The portal starts again before the next one, and only then.
    expect(result.starts).toBe(2);
    expect(result.seen.map((outcomes) => outcomes.length)).toEqual([1, 2, 3, 4, 5]);
  });

  test('when one may be tried twice and works the second time, then its figures count', async () => {
    let tries = 0;
    const shaky: Measurement = {
      ...works('shaky'),
      run: () => ((tries += 1) === 1 ? Promise.reject(new Error('busy')) : Promise.resolve([row('shaky')])),
    };
    const result = await run([shaky, breaks], { tries: 2 });
    expect(result.taken.map(({ by }) => by)).toEqual(['shaky']);
    expect(result.outcomes.map(({ state }) => state)).toEqual(['done', 'failed']);
  });

  test('when one leaves another shape behind, then the next one has its own', async () => {
    const small: Measurement = {
      ...works('small'),
      run: async (bench) => {
        await bench.startAgain('small');
        return [row('small')];
      },
    };
    const shapes: string[] = [];
    const looks = (name: string): Measurement => ({
      ...works(name),
      run: async (bench) => {
        shapes.push(bench.shape());
        return [row(name)];
      },
    });
    const { starts } = await run([small, looks('a'), looks('b')]);
    expect([starts, shapes]).toEqual([2, ['separate', 'separate']]);
  });

  test('when the time is over or a long one is not asked for, then they are left out and named', async () => {
    const long: Measurement = { ...works('long'), needs: 'long' };
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const slow: Measurement = {
      ...works('slow'),
      run: async () => {
        now = 50;
        return [row('slow')];
      },
    };
    const result = await run([long, slow, works('late')], { endMs: 20 });
    clock.mockRestore();
    expect(result.outcomes.map(({ name, state, cause }) => [name, state, cause])).toEqual([
      ['long', 'left out', 'only with --long'],
      ['slow', 'done', undefined],
      ['late', 'left out', 'no time was left (--minutes)'],
    ]);
  });
});

describe('the limit of a measurement', () => {
  const minutes = (name: string, form: { rounds: number; full?: boolean; long?: boolean }) =>
    limitOf(MEASUREMENTS.find((one) => one.name === name) ?? {}, { full: false, long: false, ...form }) /
    60_000;

  test('when more rounds are asked for, then it has longer, but never without an end', () => {
    expect([minutes('paint', { rounds: 3 }), minutes('paint', { rounds: 5 })]).toEqual([19, 29]);
    expect(minutes('reads', { rounds: 5 })).toBe(15);
    expect(minutes('staff', { rounds: 1000 })).toBe(90);
  });

  test('when the long forms run, then their load of half an hour and that of an hour fit', () => {
    expect(minutes('growth', { rounds: 5, long: true })).toBeGreaterThan(40);
    // Also where it is named alone.
    expect(minutes('growth', { rounds: 3 })).toBeGreaterThan(40);
    expect(minutes('office-hour', { rounds: 5, long: true })).toBeGreaterThan(75);
  });
});
