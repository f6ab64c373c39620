import { runs } from '@gerbang/domain/testing/runs';
import { shortRupiah } from '@gerbang/web-kit/page/format';
import fc from 'fast-check';

const UNITS: Readonly<Record<string, number>> = { rb: 1e3, jt: 1e6, m: 1e9, t: 1e12 };

test.each([
  [999, 'Rp 999'],
  [999_949, 'Rp 999,9 rb'],
  [999_950, 'Rp 1 jt'],
  [-48_200_000, '-Rp 48,2 jt'],
  [999_999_999, 'Rp 1 m'],
])('when the amount is %d, then it is %s in short', (amount, text) => {
  expect(shortRupiah(amount).replaceAll('\u00A0', ' ')).toBe(text);
});

test('when any amount is said in short, then with three digits at most, and within a twentieth of the unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 900_000_000_000_000 }), (amount) => {
      const [, digits = '', word = ''] =
        /^Rp\u00A0(\d{1,3}(?:,\d)?)\u00A0(rb|jt|m|t)$/u.exec(shortRupiah(amount)) ?? [];
      const unit = UNITS[word] ?? 0;
      expect(Math.abs(Number(digits.replace(',', '.')) * unit - amount)).toBeLessThanOrEqual(unit * 0.0501);
    }),
    { numRuns: runs(2000) },
  );
});
