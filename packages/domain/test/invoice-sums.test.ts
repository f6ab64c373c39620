import '../src/testing/runs.ts';
import fc from 'fast-check';
import { sumInvoices, wholePercents } from '../src/invoice-sums.ts';
import { instalmentAmounts, MONEY_MAX } from '../src/payment-schemes.ts';

const money = (max: number) => fc.integer({ min: 0, max });
const invoice = money(MONEY_MAX).chain((total_amount) =>
  money(total_amount).chain((amount_paid) =>
    money(total_amount - amount_paid).map((waiting_amount) => ({
      total_amount,
      amount_paid,
      waiting_amount,
    })),
  ),
);

test('when invoices are summed, then paid, waiting and left are whole rupiah and add up to the total', () => {
  fc.assert(
    fc.property(fc.array(invoice, { maxLength: 12 }), (invoices) => {
      const { total, paid, waiting, left } = sumInvoices(invoices);
      expect(paid + waiting + left).toBe(total);
      expect(total).toBe(invoices.reduce((sum, one) => sum + one.total_amount, 0));
      for (const part of [paid, waiting, left]) {
        expect(Number.isSafeInteger(part)).toBe(true);
        expect(part).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test('when the instalments of a fee are summed, then nothing of the fee is lost', () => {
  fc.assert(
    fc.property(money(MONEY_MAX), (fee) => {
      const made = instalmentAmounts(fee).map((total_amount) => ({ total_amount, amount_paid: 0 }));
      expect(sumInvoices(made)).toEqual({ total: fee, paid: 0, waiting: 0, left: fee });
    }),
  );
});

test('when an older service tells no waiting amount, then it counts as left', () => {
  expect(sumInvoices([{ total_amount: 8, amount_paid: 3 }])).toEqual({
    total: 8,
    paid: 3,
    waiting: 0,
    left: 5,
  });
});

test('when parts are told in percent, then they add up to 100 and none is a whole percent off', () => {
  fc.assert(
    fc.property(fc.array(money(MONEY_MAX), { minLength: 1, maxLength: 6 }), (parts) => {
      const whole = parts.reduce((sum, part) => sum + part, 0);
      const percents = wholePercents(parts);
      expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(whole === 0 ? 0 : 100);
      percents.forEach((percent, index) => {
        const exact = whole === 0 ? 0 : ((parts[index] ?? 0) * 100) / whole;
        expect(Math.abs(percent - exact)).toBeLessThan(1.000001);
      });
    }),
  );
});

test.each([
  [
    [12, 6, 6],
    [50, 25, 25],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [0, 0, 0],
    [0, 0, 0],
  ],
])('when the parts are %j, then the percents are %j', (parts, percents) => {
  expect(wholePercents(parts)).toEqual(percents);
});
