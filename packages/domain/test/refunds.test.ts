import fc from 'fast-check';
import { runs } from '../src/testing/runs.ts';
import { shareBack } from '../src/refunds.ts';

test('what a rule gives back is shared to the rupiah: never more than was paid of one, and in all what the sum gives', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50_000_000 }), { maxLength: 12 }),
      fc.integer({ min: 0, max: 100 }),
      fc.option(fc.integer({ min: 0, max: 100_000_000 })),
      (paids, percent, limit) => {
        const sum = paids.reduce((all, one) => all + one, 0);
        const by = Math.floor((sum * percent) / 100);
        const shares = shareBack(paids, percent, limit ?? by);
        expect(shares.reduce((all, one) => all + one, 0)).toBe(Math.min(by, limit ?? by));
        shares.forEach((share, at) => {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(paids[at] ?? 0);
        });
      },
    ),
    { numRuns: runs(2000, { plain: 200 }) },
  );
});
