import { runs } from '../src/testing/runs.ts';
import fc from 'fast-check';
import { shareLine, type Share } from '../src/bank-bookings.ts';

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
const bill = (wanted: number, owed: number, change: Partial<Share> = {}): Share => ({
  kind: 'invoice',
  wanted,
  owed,
  asked: null,
  ...change,
});
const fee = (wanted: number, owed: number, add?: number) =>
  bill(wanted, owed, {
    kind: 'registration_fee',
    asked: add === undefined ? null : { transfer_amount: owed + add, unique_add: add },
  });

test.each<[string, number, Share[], ReturnType<typeof shareLine>]>([
  [
    'the exact amount',
    350_137,
    [fee(350_000, 350_000, 137)],
    { pays: [350_000], surplus: { at: 0, amount: 137 }, unapplied: [] },
  ],
  [
    'the exact amount with the bank’s fee',
    352_637,
    [fee(350_000, 350_000, 137)],
    {
      pays: [350_000],
      surplus: { at: 0, amount: 137 },
      unapplied: [{ cause: 'overpaid', amount: 2500 }],
    },
  ],
  [
    'the exact amount, chosen whole by a person',
    350_137,
    [fee(350_137, 350_000, 137)],
    { pays: [350_000], surplus: { at: 0, amount: 137 }, unapplied: [] },
  ],
  [
    'an amount that answers no exact one',
    360_000,
    [fee(350_000, 350_000, 137)],
    { pays: [350_000], surplus: null, unapplied: [{ cause: 'overpaid', amount: 10_000 }] },
  ],
  [
    'less than a fee',
    300_000,
    [fee(300_000, 350_000)],
    { pays: [0], surplus: null, unapplied: [{ cause: 'unknown', amount: 300_000 }] },
  ],
  [
    'the fee of a deleted registration',
    350_000,
    [fee(350_000, 0)],
    { pays: [0], surplus: null, unapplied: [{ cause: 'fee_refused', amount: 350_000 }] },
  ],
  [
    'more than an invoice owes',
    500,
    [bill(500, 300)],
    { pays: [300], surplus: null, unapplied: [{ cause: 'overpaid', amount: 200 }] },
  ],
  [
    'a part of an invoice, and nothing for the rest',
    500,
    [bill(200, 300)],
    { pays: [200], surplus: null, unapplied: [{ cause: 'split_rest', amount: 300 }] },
  ],
])('when a line is %s, then every rupiah of it has its place', (_what, amount, targets, shares) => {
  expect(shareLine(amount, targets)).toEqual(shares);
});

test('when a line is shared in any way, then its parts are the line, no bill gets more than it owes, and a fee is paid whole', () => {
  const rupiah = fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 20_000_000 }));
  const target = fc
    .record({
      kind: fc.constantFrom<Share['kind'][]>('invoice', 'registration_fee'),
      wanted: rupiah,
      owed: fc.oneof(rupiah, fc.constant(0)),
      same: fc.boolean(),
      add: fc.option(fc.nat(999)),
    })
    .map(({ kind, wanted, owed, same, add }) => ({
      kind,
      wanted: same ? Math.max(1, owed) : wanted,
      owed,
      asked: add === null ? null : { transfer_amount: Math.max(1, owed) + add, unique_add: add },
    }));
  const more = fc.oneof(fc.nat(1000), fc.constantFrom(0, 137, 2500, 2637, 6500), fc.nat(1_000_000));
  fc.assert(
    fc.property(fc.array(target, { minLength: 1, maxLength: 5 }), more, (targets, rest) => {
      const amount = sum(targets.map(({ wanted }) => wanted)) + rest;
      const { pays, surplus, unapplied } = shareLine(amount, targets);
      const parts = [...pays, surplus?.amount ?? 0, ...unapplied.map((one) => one.amount)];
      expect(sum(parts)).toBe(amount);
      expect(parts.every((part) => part >= 0 && Number.isSafeInteger(part))).toBe(true);
      for (const [at, { kind, wanted, owed }] of targets.entries()) {
        const paid = pays[at] ?? Number.NaN;
        expect(paid).toBeLessThanOrEqual(Math.min(owed, wanted));
        if (kind === 'registration_fee') expect([0, owed]).toContain(paid);
      }
      expect(surplus?.amount ?? 1).toBeGreaterThan(0);
      expect(surplus?.amount ?? 0).toBeLessThanOrEqual(999);
      expect(new Set(unapplied.map(({ cause }) => cause)).size).toBe(unapplied.length);
    }),
    { numRuns: runs(2000, { plain: 100 }) },
  );
});
