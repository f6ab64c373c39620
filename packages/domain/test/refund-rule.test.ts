import fc from 'fast-check';
import { runs } from '../src/testing/runs.ts';
import {
  FEE_BACKS,
  inventedFamilies,
  type Leaving,
  limitOf,
  limitText,
  NEW_REFUND_RULE,
  REFUND_LIMITS,
  type RefundRule,
  refundByRow,
  refundOf,
  refundRuleWarnings,
  sameRefundRule,
} from '../src/refund-rule.ts';

const YEAR = '2027/2028';
const percent = fc.integer({ min: 0, max: 100 });
const day = fc.constantFrom(
  '2027-01-31',
  '2027-04-30',
  '2027-06-01',
  '2027-06-30',
  '2027-07-01',
  '2027-12-01',
);
const anyRule: fc.Arbitrary<RefundRule> = fc.record({
  version: fc.constant(1),
  registration_fee: fc.record({ back: fc.constantFrom(...FEE_BACKS), percent }),
  education: fc.array(
    fc.record({
      until: fc.constantFrom(...REFUND_LIMITS),
      days: fc.integer({ min: 0, max: 365 }),
      date: day,
      percent,
    }),
    { maxLength: 6 },
  ),
  deduct: fc.record({
    kind: fc.constantFrom('none' as const, 'amount' as const),
    rupiah: fc.integer({ min: 0, max: 3_000_000 }),
  }),
  text: fc.constant(''),
  contact: fc.constant(''),
});
const anyLeaving: fc.Arbitrary<Leaving> = fc.record({
  day,
  academicYear: fc.constant(YEAR),
  processed: fc.boolean(),
  observed: fc.boolean(),
  fee: fc.integer({ min: 0, max: 2_000_000 }),
  education: fc.integer({ min: 0, max: 50_000_000 }),
});
const row = (
  until: 'processed' | 'days_before_start' | 'date',
  share: number,
  of: Partial<RefundRule['education'][number]> = {},
) => ({
  until,
  days: null,
  date: null,
  percent: share,
  ...of,
});
const leaving = (of: Partial<Leaving>): Leaving => ({
  day: '2027-05-01',
  academicYear: YEAR,
  processed: false,
  observed: false,
  fee: 500_000,
  education: 5_000_000,
  ...of,
});

describe('what goes back to a family that leaves', () => {
  test('never is it more than what was paid, and never less than nothing', () => {
    fc.assert(
      fc.property(anyRule, anyLeaving, (rule, state) => {
        const { lines, deduct, total } = refundOf(rule, state);
        const sum = lines.reduce((all, { back }) => all + back, 0);
        expect(lines.every(({ back, paid }) => Number.isSafeInteger(back) && back >= 0 && back <= paid)).toBe(
          true,
        );
        expect([total, total >= 0, deduct <= sum]).toEqual([sum - deduct, true, true]);
      }),
      { numRuns: runs(2000, { plain: 200 }) },
    );
  });

  test('a later day never gives back more by rows of days whose shares fall', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(day, { minLength: 1 }),
        fc.array(percent, { minLength: 6, maxLength: 6 }),
        (days, shares) => {
          const falling = shares.toSorted((one, other) => other - one);
          const education = days.toSorted().map((date, at) => row('date', falling[at] ?? 0, { date }));
          const back = (on: string) =>
            refundOf({ ...NEW_REFUND_RULE, education }, leaving({ day: on })).total;
          const all = ['2027-01-01', '2027-04-29', '2027-05-31', '2027-06-30', '2027-12-02'].map(back);
          expect(all).toEqual(all.toSorted((one, other) => other - one));
        },
      ),
      { numRuns: runs(500) },
    );
  });

  test('the first row that holds counts, a day no longer holds on itself, and the fee has its own rule', () => {
    const rule: RefundRule = {
      ...NEW_REFUND_RULE,
      registration_fee: { back: 'before_verified_observation', percent: 0 },
      education: [
        row('days_before_start', 60, { days: 61 }),
        row('date', 40, { date: '2027-06-10' }),
        row('processed', 10),
      ],
      deduct: { kind: 'amount', rupiah: 100_000 },
    };
    expect(limitOf(row('days_before_start', 60, { days: 61 }), YEAR)).toBe('2027-05-01');
    expect(refundOf(rule, leaving({ day: '2027-04-30' }))).toEqual({
      lines: [
        { kind: 'fee', paid: 500_000, percent: 100, back: 500_000 },
        { kind: 'education', paid: 5_000_000, percent: 60, back: 3_000_000 },
      ],
      deduct: 100_000,
      total: 3_400_000,
    });
    expect(refundOf(rule, leaving({ observed: true })).total).toBe(1_900_000);
    expect(refundOf(rule, leaving({ observed: true, day: '2027-06-10' })).total).toBe(400_000);
    expect(refundOf(rule, leaving({ observed: true, processed: true, day: '2027-06-10' })).total).toBe(0);
    expect(refundByRow(rule, row('processed', 60), 24_000_000)).toBe(14_300_000);
    expect(refundOf(NEW_REFUND_RULE, leaving({})).total).toBe(0);
  });

  test('a limit reads as families understand it, and invented families are three', () => {
    expect(limitText(row('days_before_start', 60, { days: 61 }), YEAR)).toBe('sebelum 1 Mei 2027');
    expect(limitText(row('processed', 60), YEAR)).toBe('sebelum daftar ulang diproses');
    expect(inventedFamilies('2027-02-01', YEAR, 500_000).map(({ leaving: of }) => of.day)).toEqual([
      '2027-02-01',
      '2027-02-01',
      '2027-07-08',
    ]);
  });

  test('rows that never count and percentages that no row has are named', () => {
    const rule: RefundRule = {
      ...NEW_REFUND_RULE,
      education: [
        row('date', 60, { date: '2027-06-01' }),
        row('days_before_start', 40, { days: 61 }),
        row('processed', 10),
        row('processed', 5),
      ],
      text: 'Kembali 60 persen sebelum 1 Juni, 35% sesudahnya, dan 10% sebelum diproses.',
    };
    expect(refundRuleWarnings(rule, YEAR)).toEqual([
      { path: 'education.1', text: 'Baris 2 tidak pernah berlaku: baris di atasnya sudah mencakupnya.' },
      { path: 'education.3', text: 'Baris 4 tidak pernah berlaku: baris di atasnya sudah mencakupnya.' },
      { path: 'text', text: 'Teks ketentuan menyebut 35 persen, yang tidak ada di baris.' },
    ]);
    expect(refundRuleWarnings(NEW_REFUND_RULE, YEAR)).toEqual([]);
  });

  test('versions alone make no other rule', () => {
    expect(sameRefundRule(NEW_REFUND_RULE, { ...NEW_REFUND_RULE, version: 7 })).toBe(true);
    expect(sameRefundRule(NEW_REFUND_RULE, undefined)).toBe(false);
    expect(sameRefundRule(undefined, undefined)).toBe(true);
  });
});
