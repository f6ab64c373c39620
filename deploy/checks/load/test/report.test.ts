import { MEASUREMENTS } from '../measurements.ts';
import { count, GOALS, markdown, met, type Row, table, verdicts } from '../report.ts';
import { formOf, settingsOf } from '../settings.ts';

const fast: Row = {
  goal: 'P1',
  what: 'read <of> a & b',
  value: 0.8,
  unit: 'x',
  of: { measured: 8000, limit: 10_000, unit: '/s' },
  wanted: { atLeast: 0.7 },
};
const heavy: Row = {
  goal: 'P15',
  what: 'memory',
  value: 700,
  unit: 'MB',
  spread: [650, 720],
  wanted: { atMost: 600 },
};
const figure: Row = { what: 'a figure', value: 3, unit: 's' };
const taken = [
  { by: 'reads', row: fast },
  { by: 'memory', row: heavy },
  { by: 'reads', row: figure },
];
const outcomes = [
  { name: 'reads', state: 'done', seconds: 1 },
  { name: 'memory', state: 'done', seconds: 1 },
  { name: 'growth', state: 'left out', seconds: 0, cause: 'takes half an hour' },
  { name: 'staff', state: 'failed', seconds: 4, cause: 'the database refused' },
] as const;

describe('judging', () => {
  test('when a goal counts upwards or downwards, then a value at the limit meets it', () => {
    expect([met(fast), met(heavy), met(figure)]).toEqual([true, false, null]);
    expect(met({ ...fast, value: 0.7 })).toBe(true);
    expect(met({ ...heavy, value: 600 })).toBe(true);
  });

  test('when measurements are left out or fail, then every goal is still in the table, with the cause', () => {
    const lines = verdicts(taken, outcomes);
    const ids = new Set(lines.map((line) => (line.state === 'not measured' ? line.goal : line.row.goal)));
    expect(GOALS.filter(({ id }) => !ids.has(id))).toEqual([]);
    const text = table(lines);
    expect(text).toMatch(/P1 .*8,000 \/s +10,000 \/s +0\.8 x +>= 0\.7 +met/u);
    expect(text).toMatch(/P15 .*700 MB \(650 to 720\) .*<= 600 +MISSED/u);
    expect(text).toMatch(/P15 .*NOT MEASURED +growth: takes half an hour/u);
    expect(text).toMatch(/P4 .*NOT MEASURED +staff: the database refused/u);
    expect(text).toMatch(/P17 .*NOT MEASURED +start: its turn never came/u);
    expect(markdown(lines)).toContain('| P15 | memory | 700 MB (650 to 720) | ≤ 600 | **missed** |');
    expect(markdown(lines)).not.toContain('a figure');
    expect(count(lines, 'met')).toBe(1);
    expect(count(lines, 'missed')).toBe(1);
    expect(lines.at(-1)).toEqual({ state: 'figure', row: figure, by: 'reads' });
  });

  test('when a goal names a measurement, then it exists, and no two measurements have one name', () => {
    const names = MEASUREMENTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(GOALS.flatMap(({ by }) => by).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('the command line', () => {
  test('when a form of the run is chosen, then it has its size and its end', () => {
    expect(settingsOf([])).toMatchObject({ rounds: 3, parents: 5000, quick: false });
    expect(settingsOf(['--full'])).toMatchObject({ rounds: 5, parents: 50_000 });
    expect(settingsOf(['--smoke'])).toMatchObject({ rounds: 1, quick: true });
    expect(settingsOf(['--parents', '1234']).parents).toBe(1234);
    expect(settingsOf([]).minutes).toBeLessThan(25);
    expect(formOf(settingsOf(['--full', '--long']))).toBe('full, long');
  });

  test('when an option is not a number from 1 on, then the error names it', () => {
    expect(() => settingsOf(['--rounds', 'many'])).toThrow('--rounds takes a whole number from 1 on');
    expect(() => settingsOf(['--parents', '0'])).toThrow('--parents');
  });
});
