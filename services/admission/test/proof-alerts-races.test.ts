import { runs } from '@gerbang/domain/testing/runs';
import { fileIdOf } from '@gerbang/contracts/files';
import { payRegistration, verifyPayment } from '@gerbang/contracts/registration-payments';
import { lockWaiters } from '@gerbang/service-kit/testing/lock-waiters';
import { patiently } from '@gerbang/service-kit/testing/patience';
import { until } from '@gerbang/service-kit/testing/until';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { FileChecker } from '../src/files/file-checker.ts';
import { printOldProofs } from '../src/files/print-old-proofs.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeRegistration, proofForm, publishedSince } from './families.ts';
import { FINANCE, settled, settlements } from './fee-settlements.ts';
import { paidTogether } from './slip-fees.ts';
import { drawSlip, slipFacts } from './slips.ts';
import { uploaded } from './upload-calls.ts';

describe('an alert beside the verification of the fee that its proof is for', () => {
  let door: Door;
  let finance: Caller;
  let settle: ReturnType<typeof settlements>;
  let seed = 7000;
  const checker = new FileChecker();
  beforeAll(async () => {
    door = await openDoor();
    finance = await door.caller('finance', 'Budi Santoso');
    settle = settlements(door);
  });
  afterAll(() => door.close());

  const newSlip = () => drawSlip(slipFacts((seed += 1), 'RP 350.000'), { width: 480 });
  /** A family with this slip, which it has yet to send for its fee. */
  const withSlip = async (bytes: Buffer) => {
    const family = await door.caller();
    const made = await makeRegistration(door, family);
    const link = await uploaded(door, family, bytes, { name: 'slip.png' });
    const send = () => door.call(payRegistration, family, { params: { id: made.id }, body: proofForm(link) });
    return { made, link, send };
  };
  type Fees = Awaited<ReturnType<typeof paidTogether>>['fees'];

  /** Every way in which fees of one slip become verified. */
  const VERIFICATIONS = {
    'by hand': async (fees: Fees) => {
      const id = String(fees[0]?.id);
      const body = { payment_status: 'verified' };
      await patiently(() => door.call(verifyPayment, finance, { params: { id }, body }));
    },
    'by the bank': async (fees: Fees) => settle(settled(fees[0] as Fees[number])),
    'by one transfer for all': async (fees: Fees) =>
      settle.together({
        fees: fees.map(({ id, payment_amount: amount }) => ({ registration_id: id, amount })),
        source: { kind: 'bank_line', id: uuidv7() },
        settled_on: '2026-11-18',
        actor: FINANCE,
      }),
  } as const satisfies Record<string, (fees: Fees) => Promise<void>>;
  /** Every way in which an alert about their slip is raised. */
  const ALERTS = {
    'a copy is sent': async (bytes: Buffer) => (await withSlip(bytes)).send,
    'its print is made late': async (bytes: Buffer, fileId: string) => {
      expect((await (await withSlip(bytes)).send()).statusCode).toBe(200);
      await door.db('proof_alerts').where({ other_file_id: fileId }).delete();
      await door.db('file_prints').where({ file_id: fileId }).delete();
      return () => printOldProofs(door.context, checker, 0);
    },
  } as const;

  /** Starts the second once the first has written all but what it publishes, and lets both go on once the second waits. */
  const atOnce = async (first: () => PromiseLike<unknown>, second: () => PromiseLike<unknown>) => {
    const started: Promise<unknown>[] = [];
    await door.db.transaction(async (gate) => {
      await gate.raw('lock table outbox_events in share mode');
      started.push(Promise.resolve(first()));
      const publishing = `select from pg_locks where relation = 'outbox_events'::regclass and not granted`;
      await until(async () => (await gate.raw(publishing)).rows.length > 0);
      started.push(Promise.resolve(second()));
      await until(async () => (await lockWaiters(gate)) > 1);
    });
    await Promise.all(started);
  };
  const statusesOf = async (fees: Fees) =>
    door
      .db('registrations')
      .whereIn(
        'id',
        fees.map(({ id }) => id),
      )
      .pluck<string[]>('payment_status');

  const pairs = Object.keys(ALERTS).flatMap((alert) =>
    Object.keys(VERIFICATIONS).map(
      (way) => [alert, way] as [keyof typeof ALERTS, keyof typeof VERIFICATIONS],
    ),
  );

  test.each(pairs)(
    'when %s and the fee is verified %s before that is committed, then the verification waits, sees the alert and is refused',
    async (alert, way) => {
      const bytes = await newSlip();
      const { fees, fileId } = await paidTogether(door, 2, bytes);
      const raise = await ALERTS[alert](bytes, fileId);
      const since = door.published.length;
      await atOnce(raise, () => VERIFICATIONS[way](fees));
      expect(await door.db('file_prints').where({ file_id: fileId }).pluck('alert_status')).toEqual(['open']);
      expect(await statusesOf(fees)).toEqual(['paid', 'paid']);
      expect(publishedSince(door, since, 'fee.booked')).toEqual([]);
    },
  );

  test.each(pairs)(
    'when %s and the fee was verified %s at that moment, then it stays verified and the alert holds the copy',
    async (alert, way) => {
      const bytes = await newSlip();
      const { fees, fileId } = await paidTogether(door, 2, bytes);
      const raise = await ALERTS[alert](bytes, fileId);
      await atOnce(() => VERIFICATIONS[way](fees), raise);
      const rest = way === 'by one transfer for all' ? 'verified' : 'paid';
      expect((await statusesOf(fees)).toSorted()).toEqual([rest, 'verified'].toSorted());
      const [raised] = await door.db('proof_alerts').where({ other_file_id: fileId });
      expect(raised).toMatchObject({ status: 'open' });
    },
  );

  test('property: whatever comes at once, no copy is refused, and once there is an alert nothing more is verified', async () => {
    const act = fc.constantFrom('copy', 'by hand', 'by the bank', 'by one transfer for all');
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 4 }), async (acts) => {
        const bytes = await newSlip();
        const { fees, fileId } = await paidTogether(door, 2, bytes);
        const copies: string[] = [];
        const does = await Promise.all(
          acts.map(async (one) => {
            if (one !== 'copy') return () => VERIFICATIONS[one as keyof typeof VERIFICATIONS](fees);
            const { send, link } = await withSlip(bytes);
            copies.push(String(fileIdOf(link)));
            return async () => expect((await send()).statusCode).toBe(200);
          }),
        );
        await Promise.all(does.map((one) => one()));
        const status = await door.db('file_prints').where({ file_id: fileId }).first('alert_status');
        expect(status.alert_status).toBe(copies.length > 0 ? 'open' : null);
        const before = await statusesOf(fees);
        for (const way of Object.keys(VERIFICATIONS) as (keyof typeof VERIFICATIONS)[])
          if (copies.length > 0) await VERIFICATIONS[way](fees);
        expect(await statusesOf(fees)).toEqual(before);
      }),
      { numRuns: runs(5) },
    );
  });
});
