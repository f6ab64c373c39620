import { chart } from '../chart.ts';
import { GOALS } from '../goals.ts';
import { MEASUREMENTS } from '../measurements.ts';
import { met, reached, type Row, table } from '../report.ts';
import { formOf, settingsOf } from '../settings.ts';
import { count, verdicts } from '../verdicts.ts';

const fast: Row = {
  goal: 'P1',
  what: 'read <of> a & b',
  value: 0.8,
  unit: 'x',
  of: { measured: 8000, limit: 10_000, unit: '/s' },
  wanted: { atLeast: 0.7 },
};
const heavy: Row = { goal: 'P15', what: 'memory', value: 700, unit: 'MB', wanted: { atMost: 600 } };
const told: Row = { what: 'a figure', value: 3, unit: 's' };
const taken = [
  { by: 'reads', row: fast },
  { by: 'memory', row: heavy },
  { by: 'reads', row: told },
];
const outcomes = [
  { name: 'reads', state: 'done', seconds: 1 },
  { name: 'memory', state: 'done', seconds: 1 },
  { name: 'growth', state: 'left out', seconds: 0, cause: 'takes half an hour' },
  { name: 'staff', state: 'failed', seconds: 4, cause: 'the database said no' },
] as const;

describe('judging', () => {
  test('when a goal counts upwards or downwards, then 1 is just reached and more is better', () => {
    expect([met(fast), met(heavy), met(told)]).toEqual([true, false, null]);
    expect(reached(fast)).toBeCloseTo(0.8 / 0.7);
    expect(reached(heavy)).toBeCloseTo(600 / 700);
    expect(reached({ ...heavy, value: 0, wanted: { atMost: 0 } })).toBe(1);
    expect(reached(told)).toBeNull();
  });

  test('when measurements are left out or break off, then every goal is in the table all the same, with the cause', () => {
    const lines = verdicts(taken, outcomes);
    const ids = new Set(lines.map((line) => (line.state === 'not measured' ? line.goal : line.row.goal)));
    expect(GOALS.filter(({ id }) => !ids.has(id))).toEqual([]);
    const text = table(lines);
    expect(text).toMatch(/P1 .*8,000 \/s +10,000 \/s +0\.8 x +>= 0\.7 +met/u);
    expect(text).toMatch(/P15 .*700 MB .*<= 600 +MISSED/u);
    expect(text).toMatch(/P15 .*NOT MEASURED +growth: takes half an hour/u);
    expect(text).toMatch(/P4 .*NOT MEASURED +staff: the database said no/u);
    expect(text).toMatch(/P17 .*NOT MEASURED +start: it never had its turn/u);
    expect(count(lines, 'met')).toBe(1);
    expect(count(lines, 'missed')).toBe(1);
    expect(lines.at(-1)).toEqual({ state: 'figure', row: told, by: 'reads' });
  });

  test('when a goal names a measurement, then it exists, and the other way round none is named twice', () => {
    const names = MEASUREMENTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(GOALS.flatMap(({ by }) => by).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('the picture', () => {
  const svg = chart(verdicts(taken, outcomes), 'a machine');

  test('when it is drawn, then it is well-formed, named, and says in words what the colours say', () => {
    const drawn = new TagsOf(svg);
    expect(drawn.unbalanced).toEqual([]);
    expect(svg).toContain('role="img" aria-labelledby="title desc"');
    expect(svg).toMatch(/<title id="title">Performance goals: 1 met, 1 missed, \d+ not measured<\/title>/u);
    expect(svg).toContain('P15 memory: 700 MB, wanted &lt;= 600, missed');
    expect(svg).toContain('read &lt;of&gt; a &amp; b');
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(svg).not.toContain('a figure');
  });

  test('when there is nothing to draw, then it is still a picture', () => {
    expect(chart([], 'nothing')).toContain('0 met, 0 missed, 0 not measured');
  });
});

describe('the command line', () => {
  test('when forms are asked for, then each has its size and its end', () => {
    expect(settingsOf([])).toMatchObject({ rounds: 3, parents: 5000, quick: false });
    expect(settingsOf(['--full'])).toMatchObject({ rounds: 5, parents: 50_000 });
    expect(settingsOf(['--smoke'])).toMatchObject({ rounds: 1, quick: true });
    expect(settingsOf(['--parents', '1234']).parents).toBe(1234);
    expect(settingsOf([]).minutes).toBeLessThan(25);
    expect(formOf(settingsOf(['--full', '--long']))).toBe('full, long');
  });

  test('when a number is none, then it is said', () => {
    expect(() => settingsOf(['--rounds', 'many'])).toThrow('--rounds takes a whole number from 1 on');
    expect(() => settingsOf(['--parents', '0'])).toThrow('--parents');
  });
});

/** Tags that are opened and not closed, or the other way round. */
class TagsOf {
  readonly unbalanced: string[] = [];

  constructor(text: string) {
    const open: string[] = [];
    for (const [, slash, name, empty] of text.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/gu)) {
      if (empty) continue;
      if (!slash) open.push(name ?? '');
      else if (open.pop() !== name) this.unbalanced.push(name ?? '');
    }
    this.unbalanced.push(...open);
  }
}
