import '../src/testing/runs.ts';
import fc from 'fast-check';
import { estimateFees } from '../src/fee-estimate.ts';
import { MONEY_MAX } from '../src/payment-schemes.ts';
import { BLANK_SETTINGS } from '../src/school-settings.ts';

const COLUMNS = ['Jenjang', 'Pembayaran penuh', 'Tahap 1 (50%)'];
const settings = (rows: string[][], columns = COLUMNS) => ({
  ...BLANK_SETTINGS,
  discounts: { ...BLANK_SETTINGS.discounts, full_payment: [0, 1_000_000] },
  fee_tables: [{ title: 'Biaya 2025/2026', columns, rows, image_url: null }],
});

test('when the table has the level, then its fee, the discount and the instalments are told', () => {
  expect(
    estimateFees(
      settings([
        ['KB', 'Rp 9.000.000'],
        ['sd ', 'Rp\u00A024.000.000', 'x'],
      ]),
      'SD',
    ),
  ).toEqual({
    table: 'Biaya 2025/2026',
    full: 24_000_000,
    full_discount: 1_000_000,
    instalments: [12_000_000, 6_000_000, 3_600_000, 2_400_000],
  });
});

test.each([
  ['has no such level', settings([['TK', 'Rp 1.000']])],
  ['has no column for the whole', settings([['SD', 'Rp 1.000']], ['Jenjang', 'SPP'])],
  ['has words instead of an amount', settings([['SD', 'mulai Rp 1.000']])],
  ['has an amount that is written wrongly', settings([['SD', 'Rp 1.00']])],
  ['has no fee', settings([['SD', 'Rp 0']])],
  ['is not there', BLANK_SETTINGS],
])('when the table %s, then nothing is guessed', (_what, school) => {
  expect(estimateFees(school, 'SD')).toBeNull();
});

test('when any fee is estimated, then the instalments add up to it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MONEY_MAX }), (fee) => {
      const found = estimateFees(settings([['SD', `Rp ${fee.toLocaleString('id-ID')}`]]), 'SD');
      expect(found?.full).toBe(fee);
      expect(found?.instalments.reduce((sum, part) => sum + part, 0)).toBe(fee);
      expect(found?.full_discount).toBeLessThanOrEqual(fee);
    }),
  );
});
