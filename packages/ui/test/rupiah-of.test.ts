import '@gerbang/domain/testing/runs';
import { rupiahOf } from '../src/rupiah-of.ts';
import fc from 'fast-check';

const grouped = (amount: number, sign: string) => String(amount).replace(/\B(?=(\d{3})+$)/gu, sign);

describe('amounts as people and banks write them', () => {
  test.each([
    ['350000.00', 350_000],
    ['1,500,000.00', 1_500_000],
    ['550,000', 550_000],
    ['550.000', 550_000],
    ['1.500.000,00', 1_500_000],
    ['Rp 1.500.000', 1_500_000],
    ['Rp\u00a01.500.000,00', 1_500_000],
    ['Rp1.500.000,-', 1_500_000],
    ['Rp. 1.500.000', 1_500_000],
    ['IDR 1,500,000.00', 1_500_000],
    ['1 500 000', 1_500_000],
    ["1'500'000", 1_500_000],
    ['1’500’000.00', 1_500_000],
    ['1500000', 1_500_000],
    ['\u200e1.500.000\n', 1_500_000],
    ['0', 0],
  ])('when %j is read, then it is Rp %d', (text, amount) => {
    expect(rupiahOf(text)).toBe(amount);
  });

  test.each([
    '350000.50',
    '1.500,000',
    '1.50.000',
    '1,5',
    '1.5',
    '12.34.00',
    '1.500.000.00',
    '1,500.000,00',
    '7,00932E+09',
    '1e6',
    '-5000',
    '1500rb',
    '1.5 juta',
    '',
    'Rp',
    '12345678901234',
    '1 500.000',
    '350.000 350.000',
    '0812-3456-7890',
  ])('when %j is read, then it stays doubtful', (text) => {
    expect(rupiahOf(text)).toBeNull();
  });

  test('when an amount is written as three countries do, then it is the same rupiah', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999_999_999_999 }),
        fc.constantFrom(['.', ','], [',', '.'], ["'", '.'], [' ', ','], ['', '.'], ['', ',']),
        fc.constantFrom('', 'Rp', 'Rp ', 'Rp. ', 'IDR '),
        fc.boolean(),
        (amount, [thousands = '', decimals = ''], money, cents) => {
          const text = `${money}${grouped(amount, thousands)}${cents ? `${decimals}00` : ''}`;
          expect(rupiahOf(text)).toBe(amount);
        },
      ),
    );
  });

  test('when an amount has parts of a rupiah, then none is dropped', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999_999_999 }),
        fc.integer({ min: 1, max: 99 }),
        fc.constantFrom(['.', ','], [',', '.'], ["'", '.'], [' ', ','], ['', '.'], ['', ',']),
        (amount, part, [thousands = '', decimals = '']) => {
          const text = `${grouped(amount, thousands)}${decimals}${String(part).padStart(2, '0')}`;
          expect(rupiahOf(text)).toBeNull();
        },
      ),
    );
  });
});
