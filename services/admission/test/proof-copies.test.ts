import { tryAll } from '@gerbang/domain/testing/runs';
import type { Print } from '../src/proof-alerts/print-image.ts';
import { drawLayout, LAYOUTS, SAVINGS } from './slip-layouts.ts';
import { isCopy, printed, slipFacts } from './slips.ts';

/** Slips of one app, every second of them of the same amount. */
const slipsOf = (app: number, count: number): Promise<Buffer[]> =>
  Promise.all(
    Array.from({ length: count }, (_none, at) =>
      drawLayout(
        LAYOUTS[app] as (typeof LAYOUTS)[number],
        slipFacts(app * 100 + at, `RP 350.${at % 2 === 0 ? '000' : 100 + at * 37}`),
      ),
    ),
  );

// In the plain run every app is looked at with four of seven payments and one of two slips that come again.
const PAYMENTS = tryAll() ? 7 : 4;
const REPEATED = tryAll() ? 2 : 1;
const MISSED_AT_MOST = 0.05;

describe('copies of slips of ten apps', () => {
  test('when payments of one app differ, then none of them looks like another, and copies are found but for one in twenty', async () => {
    const alike: number[] = [];
    const missed: string[] = [];
    let copies = 0;
    for (const app of LAYOUTS.keys()) {
      const slips = await slipsOf(app, PAYMENTS);
      const prints = await Promise.all(slips.map(printed));
      for (const [at, one] of prints.entries()) {
        for (const two of prints.slice(at + 1)) {
          if (isCopy(one, two) || isCopy(two, one)) alike.push(app);
        }
      }
      for (const [at, slip] of slips.slice(0, REPEATED).entries()) {
        for (const [way, save] of Object.entries(SAVINGS)) {
          const copy = await printed(await save(slip));
          const one = prints[at] as Print;
          for (const found of [isCopy(one, copy), isCopy(copy, one)]) {
            copies += 1;
            if (!found) missed.push(`${way} of app ${app}`);
          }
        }
      }
    }
    expect(alike).toEqual([]);
    expect({ missed, tooMany: missed.length > copies * MISSED_AT_MOST }).toEqual({ missed, tooMany: false });
  });
});
