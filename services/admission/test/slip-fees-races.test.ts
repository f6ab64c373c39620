import { fileIdOf } from '@gerbang/contracts/files';
import { payRegistration, verifyPayment } from '@gerbang/contracts/registration-payments';
import { runs } from '@gerbang/service-kit/testing/any-input';
import fc from 'fast-check';
import { type Caller, type Door, openDoor } from './door.ts';
import { settled, settlements } from './fee-settlements.ts';
import { proofForm, publishedSince, statuses, upload } from './families.ts';
import { openFees, paidTogether, payTogether } from './slip-fees.ts';

type Fees = Awaited<ReturnType<typeof openFees>>;

describe('slips of several fees beside other acts', () => {
  let door: Door;
  let finance: Caller;
  let settle: ReturnType<typeof settlements>;
  beforeAll(async () => {
    door = await openDoor();
    finance = await door.caller('finance', 'Budi Santoso');
    settle = settlements(door);
  });
  afterAll(() => door.close());

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

  const ACTS = ['verify', 'reject', 'bank', 'revert'] as const;
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
          const does = {
            verify: (fee: Fees[number]) => decide(fee.id, 'verified'),
            reject: (fee: Fees[number]) => decide(fee.id, 'rejected'),
            revert: (fee: Fees[number]) => decide(fee.id, 'paid'),
            bank: (fee: Fees[number]) => settle(settled(fee)),
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
        },
      ),
      { numRuns: runs(25) },
    );
  });
});
