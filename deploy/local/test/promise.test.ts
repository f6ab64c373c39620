import { alertRules, recordings } from './monitoring-files.ts';

/** How many calls of a minute fail: 0 to 1. */
type Failing = (minute: number) => number;

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440 };
const exprOf = (name: string) => alertRules().find(({ alert }) => alert === name)?.expr ?? '';
const minutesOf = (window: string) => Number(window.slice(0, -1)) * (MINUTES[window.at(-1) ?? ''] ?? 0);
const CALLS_A_MINUTE = 100;

/** Value of a recorded figure at a minute, with as many calls in every minute. */
function recorded(name: string, at: number, failing: Failing): number {
  const [, window = ''] = /:(?:rate|increase)(\w+)$/u.exec(name) ?? [];
  const minutes = Array.from({ length: minutesOf(window) }, (_unused, ago) => failing(at - ago));
  const failed = minutes.reduce((sum, one) => sum + one, 0);
  return name.includes(':errors:') ? failed * CALLS_A_MINUTE : failed / minutes.length;
}

/** Whether the alert's condition holds: recorded figures compared with products of numbers, joined by `and` and `or`. */
function rings(name: string, at: number, failing: Failing): boolean {
  const text = exprOf(name)
    .replace(/gateway:[\w:]+ > [\d.]+(?: \* [\d.]+)?/gu, (comparison) => {
      const [figure = '', limit = ''] = comparison.split(' > ');
      const product = limit.split(' * ').reduce((sum, factor) => sum * Number(factor), 1);
      return recorded(figure, at, failing) > product ? '1' : '0';
    })
    .replaceAll(/\s/gu, '');
  return holds(text);
}

/** `1and((0and1)or1)`: brackets from the inside, `and` before `or`. */
function holds(text: string): boolean {
  const inner = /\((?<part>[^()]*)\)/u.exec(text);
  if (inner) return holds(text.replace(inner[0], holds(inner.groups?.part ?? '') ? '1' : '0'));
  expect(text).toMatch(/^[01](?:(?:and|or)[01])*$/u);
  return text.split('or').some((part) => part.split('and').every((one) => one === '1'));
}

/** The first minute from `from` at which the alert rings; null within `for` minutes. */
function firstRing(name: string, failing: Failing, { from = 0, within = 3 * 1440 } = {}): number | null {
  for (let at = from; at < from + within; at += 1) if (rings(name, at, failing)) return at;
  return null;
}
const since =
  (share: number): Failing =>
  (minute) =>
    minute > 0 ? share : 0;

test('when nothing or less than the promise allows fails, then no alert rings', () => {
  for (const share of [0, 0.0009]) {
    expect(firstRing('PromiseBreaksFast', since(share), { from: 4300, within: 5 })).toBeNull();
    expect(firstRing('PromiseBreaksSlowly', since(share), { from: 4300, within: 5 })).toBeNull();
  }
});

test('when every call fails, then the page comes within a minute or two', () => {
  expect(firstRing('PromiseBreaksFast', since(1), { within: 10 })).toBeLessThanOrEqual(2);
});

test('when 2 % fail, then the page comes within the hour; when 0.2 % fail, then only a ticket does', () => {
  expect(firstRing('PromiseBreaksFast', since(0.02), { within: 61 })).toBeLessThanOrEqual(60);
  const slow = since(0.002);
  expect(firstRing('PromiseBreaksFast', slow, { from: 4300, within: 20 })).toBeNull();
  expect(rings('PromiseBreaksSlowly', 4300, slow)).toBe(true);
});

test('when the failing ends, then the page ends with the short window', () => {
  const hour: Failing = (minute) => (minute > 0 && minute <= 20 ? 1 : 0);
  expect(rings('PromiseBreaksFast', 20, hour)).toBe(true);
  // Five minutes after an outage the window of an hour is still full, the one of five minutes is empty; of the slower pair
  // the half hour takes as long.
  expect(rings('PromiseBreaksFast', 51, hour)).toBe(false);
});

test('when a few calls fail at night, then their share wakes no one', () => {
  const few: Failing = (minute) => (minute === 3 ? 0.09 : 0);
  expect(rings('PromiseBreaksFast', 4, few)).toBe(false);
});

test('when the windows are read, then they and their factors are those of the workbook', () => {
  const pairs = (name: string) =>
    [
      ...exprOf(name).matchAll(
        /rate(\w+) > ([\d.]+) \* 0\.001 and gateway:error_ratio:rate(\w+) > ([\d.]+)/gu,
      ),
    ].map(([, long, factor, short, same]) => [long, short, factor, same]);
  expect(pairs('PromiseBreaksFast')).toEqual([
    ['1h', '5m', '14.4', '14.4'],
    ['6h', '30m', '6', '6'],
  ]);
  expect(pairs('PromiseBreaksSlowly')).toEqual([
    ['1d', '2h', '3', '3'],
    ['3d', '6h', '1', '1'],
  ]);
});

test('when a window is compared, then a rule records it over that time', () => {
  for (const { record, expr } of recordings()) {
    const [, window = ''] = /:(?:rate|increase)(\w+)$/u.exec(record) ?? [];
    expect([...new Set([...expr.matchAll(/\[(\w+)\]/gu)].map(([, one]) => one))]).toEqual([window]);
  }
  const known = new Set(recordings().map(({ record }) => record));
  for (const { expr } of alertRules()) {
    expect((expr.match(/gateway:[\w:]+/gu) ?? []).filter((name) => !known.has(name))).toEqual([]);
  }
});
