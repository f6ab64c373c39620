import { runs } from '../src/testing/runs.ts';
import fc from 'fast-check';
import {
  addMonths,
  DISCOUNT_FIELDS,
  type DiscountField,
  documentNumber,
  instalmentAmounts,
  instalmentDueDates,
  MONEY_MAX,
  planInvoices,
  refusedDiscounts,
  type SchemeAmounts,
  schemeTotals,
} from '../src/payment-schemes.ts';

const RUNS = { numRuns: runs(1000, { plain: 100 }) };
const total = fc.oneof(fc.nat({ max: 200 }), fc.integer({ min: 0, max: MONEY_MAX }));
const LISTS = {
  loyalty_program: [0, 1_500_000],
  event: [0, 500_000, 750_000, 1_000_000, 2_000_000],
  full_payment: [0, 1_000_000],
  group: [0, 750_000, 1_500_000],
};
const NO_DISCOUNT = {
  loyalty_program_discount: 0,
  event_discount: 0,
  full_payment_discount: 0,
  group_discount: 0,
};
/** Half up in exact arithmetic, written another way than the rule. */
const halfUp = (amount: number, percent: number) =>
  Number((BigInt(amount) * BigInt(percent) * 2n + 100n) / 200n);

describe('the amounts of an installment plan', () => {
  test.each([
    [0, [0, 0, 0, 0]],
    [1, [1, 0, 0, 0]],
    [3, [2, 1, 0, 0]],
    [10, [5, 3, 2, 0]],
    [101, [51, 25, 15, 10]],
    [20_000_000, [10_000_000, 5_000_000, 3_000_000, 2_000_000]],
    [12_345_678, [6_172_839, 3_086_420, 1_851_852, 1_234_567]],
    [MONEY_MAX, [500_000_000_000, 250_000_000_000, 150_000_000_000, 100_000_000_000]],
  ])('when the total is %d, then the four are %j', (amount, parts) => {
    expect(instalmentAmounts(amount)).toEqual(parts);
  });

  test('M-1 when any total is split, then four parts add up to it, none is negative, and each is the rule’s', () => {
    fc.assert(
      fc.property(total, (amount) => {
        const parts = instalmentAmounts(amount);
        expect(parts).toHaveLength(4);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
        expect(parts.every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true);
        expect(parts.slice(0, 3)).toEqual([50, 25, 15].map((percent) => halfUp(amount, percent)));
        expect(parts).toEqual(parts.toSorted((one, two) => two - one));
        expect(instalmentAmounts(amount)).toEqual(parts);
      }),
      RUNS,
    );
  });

  test('M-1 when the total is small, then no rest is negative', () => {
    for (let amount = 0; amount <= 2000; amount += 1) {
      expect([amount, instalmentAmounts(amount).every((part) => part >= 0)]).toEqual([amount, true]);
    }
  });
});

describe('the due dates of an installment plan', () => {
  test.each([
    ['2026-08-31', ['2026-08-31', '2026-10-31', '2026-12-31', '2027-02-28']],
    ['2027-08-31', ['2027-08-31', '2027-10-31', '2027-12-31', '2028-02-29']],
    ['2028-02-29', ['2028-02-29', '2028-04-29', '2028-06-29', '2028-08-29']],
    ['2026-12-30', ['2026-12-30', '2027-02-28', '2027-04-30', '2027-06-30']],
    ['2026-07-15', ['2026-07-15', '2026-09-15', '2026-11-15', '2027-01-15']],
  ])('when the first is %s, then the four are %j', (first, days) => {
    expect(instalmentDueDates(first)).toEqual(days);
  });

  test('M-2 when any day is the first, then months are two apart, days are clamped and all rise', () => {
    const day = fc
      .date({
        min: new Date('2026-01-01T00:00:00Z'),
        max: new Date('2036-12-31T00:00:00Z'),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, (first) => {
        const days = instalmentDueDates(first);
        const monthOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
        expect(days[0]).toBe(first);
        expect(days.map((one) => monthOf(one) - monthOf(first))).toEqual([0, 2, 4, 6]);
        expect(days).toEqual([...new Set(days)].toSorted((one, two) => one.localeCompare(two)));
        for (const one of days) {
          const next = new Date(`${one}T00:00:00Z`);
          expect(next.toISOString().slice(0, 10)).toBe(one);
          next.setUTCDate(next.getUTCDate() + 1);
          const isLast = next.getUTCDate() === 1;
          expect(one.slice(8) === first.slice(8) || (isLast && one.slice(8) < first.slice(8))).toBe(true);
        }
      }),
      RUNS,
    );
  });

  test('when no month is added, then the day stays', () => {
    expect(addMonths('2028-02-29', 0)).toBe('2028-02-29');
    expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
  });
});

const amounts = (change: Partial<SchemeAmounts> = {}): SchemeAmounts => ({
  payment_scheme: 'full',
  base_education_fee: 20_000_000,
  cash_contribution: 500_000,
  ...NO_DISCOUNT,
  ...change,
});

describe('the totals of a scheme', () => {
  test.each([
    [amounts(), { total_discount: 0, final_education_fee: 20_500_000 }],
    [
      amounts({ loyalty_program_discount: 1_500_000, event_discount: 750_000, group_discount: 1_500_000 }),
      { total_discount: 3_750_000, final_education_fee: 16_750_000 },
    ],
    [amounts({ payment_scheme: 'installment' }), { total_discount: 0, final_education_fee: 20_500_000 }],
    [
      amounts({ base_education_fee: 0, cash_contribution: 0, full_payment_discount: 1_000_000 }),
      { total_discount: 1_000_000, final_education_fee: -1_000_000 },
    ],
  ])('when the amounts are %j, then the totals are %j', (given, totals) => {
    expect(schemeTotals(given)).toEqual(totals);
  });

  test('M-3 when discounts come from the lists, then I6 holds; from anywhere else they are refused by name', () => {
    const money = fc.integer({ min: 0, max: MONEY_MAX });
    const chosen = fc.record(
      Object.fromEntries(
        DISCOUNT_FIELDS.map((field) => [
          field,
          fc.oneof(fc.constantFrom(0, 500_000, 750_000, 1_000_000, 1_500_000, 2_000_000), money),
        ]),
      ) as Record<DiscountField, fc.Arbitrary<number>>,
    );
    const scheme = fc.constantFrom('full' as const, 'installment' as const);
    fc.assert(
      fc.property(scheme, money, money, chosen, (payment_scheme, base, contribution, discounts) => {
        const given = {
          payment_scheme,
          base_education_fee: base,
          cash_contribution: contribution,
          ...discounts,
        };
        const refused = refusedDiscounts(given, LISTS);
        const lists: readonly (readonly number[])[] = [
          LISTS.loyalty_program,
          LISTS.event,
          LISTS.full_payment,
          LISTS.group,
        ];
        const expected = DISCOUNT_FIELDS.filter((field, index) =>
          payment_scheme === 'full' ? !lists[index]?.includes(discounts[field]) : discounts[field] !== 0,
        );
        expect(refused).toEqual(expected);
        const { total_discount, final_education_fee } = schemeTotals(given);
        const sum = DISCOUNT_FIELDS.reduce((all, field) => all + discounts[field], 0);
        expect(total_discount).toBe(payment_scheme === 'full' ? sum : 0);
        expect(final_education_fee).toBe(base + contribution - total_discount);
      }),
      RUNS,
    );
  });

  test('when invoices are planned, then they add up to the total; one for full, Tahap 1 to 4 for installments', () => {
    fc.assert(
      fc.property(fc.constantFrom('full' as const, 'installment' as const), total, (scheme, amount) => {
        const plan = planInvoices(scheme, amount, '2027-01-31');
        expect(plan.reduce((sum, one) => sum + one.total_amount, 0)).toBe(amount);
        expect(plan.map((one) => one.installment_stage)).toEqual(scheme === 'full' ? [null] : [1, 2, 3, 4]);
      }),
    );
    expect(planInvoices('installment', 100, '2027-01-31').map((one) => one.installment_name)).toEqual([
      'Tahap 1',
      'Tahap 2',
      'Tahap 3',
      'Tahap 4',
    ]);
    expect(planInvoices('full', 0, '2027-01-31')[0]).toMatchObject({
      total_amount: 0,
      due_date: '2027-01-31',
    });
  });

  test('when documents are numbered, then like INV-2026-000123', () => {
    expect([documentNumber('INV', 2026, 123), documentNumber('KW', 2027, 1_234_567)]).toEqual([
      'INV-2026-000123',
      'KW-2027-1234567',
    ]);
  });
});
