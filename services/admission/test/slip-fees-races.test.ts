import { runs } from '@gerbang/domain/testing/runs';
import { fileIdOf } from '@gerbang/contracts/files';
import { payRegistration, verifyPayment } from '@gerbang/contracts/registration-payments';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import type { Caller, Door } from './door.ts';
import { FINANCE, openSettlements, settled, type settlements } from './fee-settlements.ts';
import { proofForm, publishedSince, statuses, upload } from './families.ts';
import { openFees, paidTogether, payTogether } from './slip-fees.ts';

type Fees = Awaited<ReturnType<typeof openFees>>;

describe('slips of several fees beside other acts', () => {
  let door: Door;
  let finance: Caller;
  let settle: ReturnType<typeof settlements>;
  beforeAll(async () => {
    ({ door, finance, settle } = await openSettlements());
  });
  afterAll(() => door.close());

  const sum = (fees: readonly { readonly payment_amount: number }[]) =>
    fees.reduce((all, fee) => all + fee.payment_amount, 0);
  const proofsOf = async (fees: Fees): Promise<(string | null)[]> => {
    const rows = await door.db('registrations').whereIn(
      'id',
      fees.map(({ id }) => id),
    );
    return fees.map(({ id }) => rows.find((row) => row.id === id)?.payment_evidence_file_id ?? null);
  };

  test('when two slips come at once for fees of which some are the same, then one has all of its own and the other none', async () => {
    for (let round = 0; round < runs(5); round += 1) {
      const family = await door.caller();
      const fees = await openFees(door, family, 4);
      const [first, second] = [fees.slice(0, 3), fees.slice(1).toReversed()];
      const links = [await upload(door, family), await upload(door, family)] as const;
      const answers = await Promise.all([
        payTogether(door, family, first, links[0]),
        payTogether(door, family, second, links[1]),
      ]);
      expect(statuses(answers)).toEqual([200, 409]);
      const won = answers[0].statusCode === 200 ? 0 : 1;
      const file = fileIdOf(links[won]);
      const wanted = fees.map((fee) => ([first, second][won]?.includes(fee) ? file : null));
      expect(await proofsOf(fees)).toEqual(wanted);
    }
  });

  test('when one slip comes beside a slip of one of its fees, then it has all or none', async () => {
    for (let round = 0; round < runs(5); round += 1) {
      const family = await door.caller();
      const fees = await openFees(door, family, 3);
      const [shared, single] = [await upload(door, family), await upload(door, family)];
      const [together, alone] = await Promise.all([
        payTogether(door, family, fees, shared),
        door.call(payRegistration, family, {
          params: { id: String(fees[1]?.id) },
          body: proofForm(single),
        }),
      ]);
      // A family may replace a slip that waits, so the single one is taken in either order.
      expect(alone.statusCode).toBe(200);
      const others = together.statusCode === 200 ? fileIdOf(shared) : null;
      expect([200, 409]).toContain(together.statusCode);
      expect(await proofsOf(fees)).toEqual([others, fileIdOf(single), others]);
    }
  });

  const line = () => ({ kind: 'bank_line' as const, id: uuidv7() });
  const together = (fees: Fees, source = line()) => ({
    fees: fees.map(({ id, payment_amount: amount }) => ({ registration_id: id, amount })),
    source,
    settled_on: '2026-11-18',
    actor: FINANCE,
  });
  const refusals = (since: number) =>
    publishedSince(door, since, 'fee.settlement.refused') as {
      registration_id: string;
      amount: number;
      reason: string;
    }[];

  test('when one transfer pays all fees of a slip, then all are verified once, however often it is told', async () => {
    const { fees } = await paidTogether(door, 3);
    const since = door.published.length;
    const event = together(fees);
    await settle.together(event);
    await settle.together(event);
    expect(publishedSince(door, since, 'fee.booked')).toHaveLength(3);
    expect(refusals(since)).toEqual([]);
  });

  test('when the money comes beside a verification by hand, then all fees rest on it, or the money of each goes back', async () => {
    for (let round = 0; round < runs(5); round += 1) {
      const { fees } = await paidTogether(door, 2);
      const since = door.published.length;
      const event = together(fees);
      await Promise.all([
        settle.together(event),
        door.call(verifyPayment, finance, {
          params: { id: String(fees[1]?.id) },
          body: { payment_status: 'verified' },
        }),
      ]);
      const rows = await door.db('registrations').where({ settled_by_line_id: event.source.id });
      const reasons = refusals(since).map(({ reason }) => reason);
      expect([rows.length, reasons.toSorted()]).toEqual(
        rows.length === 0 ? [0, ['already', 'together']] : [2, []],
      );
    }
  });

  const ACTS = ['verify', 'reject', 'bank', 'together', 'revert'] as const;
  const act = fc.record({ act: fc.constantFrom(...ACTS), at: fc.nat({ max: 2 }) });

  test('when staff and the bank decide the fees of a slip in any order and at once, then what is booked is the sum of the verified fees', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        async (steps) => {
          const { fees } = await paidTogether(door, 3);
          const since = door.published.length;
          const decide = (id: string, payment_status: string) =>
            door.call(verifyPayment, finance, { params: { id }, body: { payment_status } });
          let sent = 0;
          const money = async (amount: number, tell: () => Promise<void>) => {
            sent += amount;
            await tell();
          };
          const does = {
            verify: (fee: Fees[number]) => decide(fee.id, 'verified'),
            reject: (fee: Fees[number]) => decide(fee.id, 'rejected'),
            revert: (fee: Fees[number]) => decide(fee.id, 'paid'),
            bank: (fee: Fees[number]) => money(fee.payment_amount, () => settle(settled(fee))),
            together: () => money(sum(fees), () => settle.together(together(fees))),
          };
          for (const together of steps) {
            await Promise.all(together.map((one) => does[one.act](fees[one.at] as Fees[number])));
          }
          const rows = await door.db('registrations').whereIn(
            'id',
            fees.map(({ id }) => id),
          );
          const owed = rows
            .filter((row) => row.payment_status === 'verified')
            .reduce((sum, row) => sum + row.payment_amount, 0);
          const booked = publishedSince(door, since, 'fee.booked')
            .map((event) => Number((event as { amount: number }).amount))
            .reduce((sum, amount) => sum + amount, 0);
          expect(booked).toBe(owed);
          // Money of the bank that a fee does not rest on went back to billing.
          const back = refusals(since).reduce((all, { amount }) => all + amount, 0);
          const resting = sum(rows.filter((row) => row.settled_by_line_id !== null));
          expect(resting + back).toBe(sent);
        },
      ),
      { numRuns: runs(25, { plain: 6 }) },
    );
  });
});
