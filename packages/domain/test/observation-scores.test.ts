import fc from 'fast-check';
import { averageOf, RECOMMENDATIONS, summaryOf } from '../src/observation-scores.ts';
import { runs } from '../src/testing/runs.ts';

/** A quotient to three places, half up, by whole numbers of any size: digit by digit, as on paper. */
function onPaper(sum: bigint, by: bigint): number {
  let rest = sum % by;
  let text = `${sum / by}.`;
  for (let place = 0; place < 4; place += 1) {
    rest *= 10n;
    text += String(rest / by);
    rest %= by;
  }
  const cut = BigInt(text.replace('.', ''));
  return Number((cut + 5n) / 10n) / 1000;
}

const item = fc.record({
  weight: fc.integer({ min: 1, max: 5 }),
  score: fc.option(fc.integer({ min: 1, max: 4 })),
});

test('averages of random sheets equal those of a second implementation, and need 60 % of the weight', () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 30 }), (rows) => {
      const items = rows.map(({ weight }, n) => ({ key: `k${n}`, weight }));
      const scores = Object.fromEntries(rows.map(({ score }, n) => [`k${n}`, score]));
      // Each item as often as it weighs.
      const all = rows.flatMap(({ weight, score }) => Array.from({ length: weight }, () => score));
      const given = all.filter((score) => score !== null);
      const sum = given.reduce((total, score) => total + BigInt(score), 0n);
      const enough = given.length > 0 && given.length / all.length >= 0.6;
      expect(averageOf(items, scores)).toBe(enough ? onPaper(sum, BigInt(given.length)) : null);
    }),
    { numRuns: runs(300) },
  );
});

const sheet = fc.record({
  average: fc.integer({ min: 1000, max: 4000 }).map((n) => n / 1000),
  recommendation: fc.option(fc.constantFrom(...RECOMMENDATIONS)),
});

test('what random sheets say together equals a second implementation, whatever their order', () => {
  fc.assert(
    fc.property(fc.array(sheet, { maxLength: 10 }), (sheets) => {
      const sorted = sheets
        .map(({ average }) => BigInt(Math.round(average * 1000)))
        .toSorted((a, b) => Number(a - b));
      const sum = sorted.reduce((total, one) => total + one, 0n);
      const said = summaryOf(sheets);
      expect(said.average).toBe(sheets.length === 0 ? null : onPaper(sum, 1000n * BigInt(sheets.length)));
      expect(said.spread).toBe(
        sheets.length < 2 ? null : Number((sorted.at(-1) ?? 0n) - (sorted[0] ?? 0n)) / 1000,
      );
      const named = Object.values(said.recommendations).reduce((total, n) => total + n, 0);
      expect([said.sheets, named]).toEqual([
        sheets.length,
        sheets.filter(({ recommendation }) => recommendation !== null).length,
      ]);
      expect(summaryOf(sheets.toReversed())).toEqual(said);
    }),
    { numRuns: runs(300) },
  );
});

test('exactly 60 % of the weight is enough, and an item without a step does not count', () => {
  const items = [
    { key: 'a', weight: 3 },
    { key: 'b', weight: 2 },
  ];
  expect(averageOf(items, { a: 3 })).toBe(3);
  expect(averageOf(items, { a: null, b: 4 })).toBeNull();
  expect(averageOf(items, { a: 1, b: 2 })).toBe(1.4);
  expect(averageOf(items, {})).toBeNull();
});
