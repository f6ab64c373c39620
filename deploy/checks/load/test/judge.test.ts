import { compared, leastCpu } from '../judge.ts';

const cpu = (what: string, measured: number) => ({
  by: 'reads',
  what: `${what}, CPU against the bare read`,
  value: 2,
  unit: 'x',
  of: { measured, limit: 0.2, unit: 'ms' },
});

describe('two commits in one run', () => {
  test('when each was measured in rounds, then the least CPU of a call is compared, and nothing but CPU', () => {
    const former = leastCpu([[cpu('a read', 0.4)], [cpu('a read', 0.5), cpu('gone', 1)]]);
    const present = leastCpu([
      [cpu('a read', 0.9), cpu('new', 1)],
      [cpu('a read', 0.5), { by: 'reads', what: 'a read, p99', value: 30, unit: 'ms' }],
    ]);
    expect(compared(former, present)).toEqual([
      { name: 'reads: a read, CPU against the bare read', before: 0.4, now: 0.5, ratio: 1.25 },
    ]);
  });

  test('when a figure is no multiple, then its milliseconds count', () => {
    const figure = { by: 'minute', what: 'CPU a result until every message is queued', value: 3, unit: 'ms' };
    expect([...leastCpu([[figure]]).values()]).toEqual([3]);
  });
});
