import { minutesForAll, runs, tryAll } from '@gerbang/domain/testing/runs';
import { proofForm, upload } from '@gerbang/admission-service/test/families';
import { assignReceipt, bankLine, bookLine, moneyOf } from '@gerbang/billing-service/test/fee-settlements';
import { verifyBooks } from '@gerbang/billing-service/invoice-payments/ledger.repository';
import { payRegistration, verifyPayment } from '@gerbang/contracts/registration-payments';
import { deleteRegistration } from '@gerbang/contracts/registrations';
import { mortalDatabase } from '@gerbang/service-kit/testing/mortal-database';
import { randomOf } from '@gerbang/service-kit/testing/random';
import fc from 'fast-check';
import { type FeePortal, openFeePortal } from './fee-portal.ts';
import type { Travelling } from './two-services.ts';

minutesForAll(10);

const DUE = 'nothing_owed';
/** True where it was done, false where the fee owes nothing any more. */
const unlessPaid = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    (error: { code?: string }) => {
      if (error.code !== DUE) throw error;
      return false;
    },
  );

describe('fees that the bank pays, between admission and billing', () => {
  let portal: FeePortal;
  let staff: Awaited<ReturnType<FeePortal['admission']['caller']>>;
  beforeAll(async () => {
    portal = await openFeePortal();
    staff = await portal.admission.caller('finance', 'Fina Keuangan');
  });
  afterAll(() => portal.close());

  type Made = Awaited<ReturnType<FeePortal['registered']>>[number];
  const decide = (id: string, payment_status: string) =>
    portal.admission.call(verifyPayment, staff, { params: { id }, body: { payment_status } });
  const prove = async ({ family, made }: Made) =>
    portal.admission.call(payRegistration, family, {
      params: { id: made.id },
      body: proofForm(await upload(portal.admission, family)),
    });
  const feeOf = (id: string) => portal.admission.db('registrations').where({ id }).first();
  /** What came in as fees, in all and from lines of the bank. */
  const till = async () => {
    const { rows } = await portal.billing.db.raw(
      `select coalesce(sum(amount), 0)::bigint as all,
         coalesce(sum(amount) filter (where method = 'bank_line'), 0)::bigint as lines from cash_bookings`,
    );
    return rows[0] as { readonly all: number; readonly lines: number };
  };
  type Till = Awaited<ReturnType<typeof till>>;
  const openReceipts = (lines: readonly string[]) =>
    portal.billing.db('unapplied_receipts').whereIn('line_id', lines).where({ status: 'open' }).orderBy('id');

  /** Every line's money is booked or unapplied; a fee rests on a line exactly where billing says so; the till is the sum of the verified fees, by what paid them. */
  async function expectWhole(fees: readonly Made[], lines: readonly string[], tillBefore: Till) {
    for (const { amount, booked, unapplied, status } of await moneyOf(portal.billing, lines)) {
      expect(status === 'booked' ? booked + unapplied : 0).toBe(status === 'booked' ? amount : booked);
    }
    const verified = { all: 0, lines: 0 };
    for (const { made } of fees) {
      const fee = await feeOf(made.id);
      if (fee.payment_status === 'verified') {
        verified.all += fee.payment_amount;
        if (fee.settled_by_line_id !== null) verified.lines += fee.payment_amount;
      }
      const paying = await portal.billing.db.raw(
        `select line_id from bank_matches where registration_id = :id and status = 'booked'
         union all select line_id from unapplied_receipts where assigned_registration_id = :id and status = 'assigned'`,
        { id: made.id },
      );
      const wanted = fee.settled_by_line_id === null ? [] : [fee.settled_by_line_id];
      expect((paying.rows as { line_id: string }[]).map((row) => row.line_id)).toEqual(wanted);
      const copy = await portal.billing.db('registrations').where({ id: made.id }).first();
      expect([copy.payment_status, copy.payment_amount]).toEqual([fee.payment_status, fee.payment_amount]);
      const entries = await portal.admission
        .db('registration_payment_events')
        .where({ registration_id: made.id, to_status: 'verified' })
        .pluck<string[]>('id');
      const messages = portal.admission.published.flatMap(({ type, payload }) =>
        type === 'message.requested' && (payload as { kind: string }).kind === 'fee_verified'
          ? [(payload as { dedupeKey: string }).dedupeKey.slice('fee_verified:'.length)]
          : [],
      );
      expect(messages.filter((id) => entries.includes(id)).toSorted()).toEqual(entries.toSorted());
    }
    const after = await till();
    expect({ all: after.all - tillBefore.all, lines: after.lines - tillBefore.lines }).toEqual(verified);
  }

  const ACTIONS = [
    'book',
    'assign',
    'prove',
    'verify',
    'reject',
    'revert',
    'withdraw',
    'delete',
    'deliver',
    'again',
  ] as const;
  const OFTEN = [
    ['book', 'book', 'book', 'deliver', 'deliver', 'deliver', 'deliver', 'deliver', 'reject', 'reject'],
    ['assign', 'assign', 'assign', 'assign', 'assign', 'assign', 'deliver', 'deliver', 'deliver', 'deliver'],
  ] as const;

  test('when lines, staff and families act in any order and events come late, twice and mixed, then every rupiah is accounted for', async () => {
    const done = { booked: 0, assigned: 0 };
    await fc.assert(
      fc.asyncProperty(fc.noBias(fc.integer({ min: 1, max: 2 ** 31 })), async (seed) => {
        const random = randomOf(seed);
        const before = await till();
        const fees = await portal.registered(2);
        const lines = await Promise.all(
          [0, 0, -1].map((less) => bankLine(portal.billing, fees[0]!.made.payment_amount + less)),
        );
        const delivered: Travelling[] = [];
        const steps: Record<(typeof ACTIONS)[number], (one: Made) => Promise<unknown>> = {
          book: async ({ made }) => {
            const line = random.pick(lines);
            const [money] = await moneyOf(portal.billing, [line]);
            if (money?.status !== 'new') return;
            if (await unlessPaid(bookLine(portal.billing, line, made.id, money.amount))) done.booked += 1;
          },
          assign: async ({ made }) => {
            const open = await openReceipts(lines);
            if (open.length === 0) return;
            if (await unlessPaid(assignReceipt(portal.billing, random.pick(open).id, made.id)))
              done.assigned += 1;
          },
          prove,
          verify: async ({ made }) => decide(made.id, 'verified'),
          reject: async ({ made }) => decide(made.id, 'rejected'),
          revert: async ({ made }) => decide(made.id, 'paid'),
          withdraw: async ({ family, made }) =>
            portal.admission.call(payRegistration, family, {
              params: { id: made.id },
              body: { payment_status: 'pending' },
            }),
          delete: async ({ family, made }) =>
            portal.admission.call(deleteRegistration, family, { params: { id: made.id } }),
          deliver: async () => {
            const one = await portal.deliver((left) => random.between(0, left - 1));
            if (one) delivered.push(one);
          },
          again: async () => delivered.length > 0 && portal.hand(random.pick(delivered)),
        };
        // Once more when everything has arrived: refused money is given to a fee again.
        for (const round of [1, 2]) {
          for (let left = random.between(4, 12); left > 0; left -= 1) {
            await steps[random.pick([...ACTIONS, ...OFTEN[round - 1]!])](random.pick(fees));
          }
          await portal.settle((left) => random.between(0, left - 1));
          await expectWhole(fees, lines, before);
        }
      }),
      { numRuns: runs(200, { plain: 5 }) },
    );
    expect(await verifyBooks(portal.billing.database)).toEqual([]);
    if (!tryAll()) return;
    // Each way was gone.
    const refused = await portal.billing.db('audit_events').where({ action: 'bank_line.fee_refused' });
    for (const times of [done.booked, done.assigned, refused.length]) expect(times).toBeGreaterThan(0);
  });

  test('when the fee is another one by now, then the money stands unapplied and can be given to it', async () => {
    const [fee] = await portal.registered(1);
    if (!fee) throw new Error('No family');
    const { made } = fee;
    const line = await bankLine(portal.billing, made.payment_amount);
    await bookLine(portal.billing, line, made.id, made.payment_amount);
    // The school changed the fee meanwhile.
    await portal.admission.db('registrations').where({ id: made.id }).update({ payment_amount: 300_000 });
    await portal.settle();
    expect(await feeOf(made.id)).toMatchObject({ payment_status: 'pending' });
    expect(await openReceipts([line])).toMatchObject([
      {
        amount: made.payment_amount,
        cause: 'fee_refused',
        note: 'Jumlahnya tidak sama dengan biaya pendaftaran.',
      },
    ]);
    await portal.admission
      .db('registrations')
      .where({ id: made.id })
      .update({ payment_amount: made.payment_amount });
    const [receipt] = await openReceipts([line]);
    await assignReceipt(portal.billing, receipt.id, made.id);
    await portal.settle();
    expect(await feeOf(made.id)).toMatchObject({ payment_status: 'verified', settled_by_line_id: line });
  });

  test('when the programs are killed anywhere on the way, then no fee is lost and none is verified twice', async () => {
    const random = randomOf(20_261_123);
    const tillBefore = await till();
    const fees: Made[] = [];
    const lines: string[] = [];
    /** Tries until it lives, each time with a database that dies a little later. */
    const untilAlive = async (
      url: string,
      work: (database: FeePortal['billing']['database']) => Promise<unknown>,
    ) => {
      for (let dieAt = random.between(1, 4); ; dieAt += random.between(1, 4)) {
        const { database, arm, died } = mortalDatabase(url, { max: 2 });
        arm(random.next() < 0.2 ? 'commit' : dieAt);
        const worked = work(database).then(() => arm(null));
        if ((await Promise.race([worked, died.then(() => null)])) === null) continue;
        await database.close();
        return;
      }
    };
    const families = runs(20, { plain: 6 });
    for (const [each, fee] of (await portal.registered(families)).entries()) {
      const line = await bankLine(portal.billing, fee.made.payment_amount);
      // Killed after the commit, the booking is repeated and finds nothing owed.
      await untilAlive(portal.billing.context.config.DATABASE_URL, (database) =>
        unlessPaid(bookLine(portal.billing, line, fee.made.id, fee.made.payment_amount, database)),
      );
      if (each % 2 === 1) {
        await prove(fee);
        await decide(fee.made.id, 'verified');
      }
      for (let all = await portal.waiting(); all.length > 0; all = await portal.waiting()) {
        const [event] = all.splice(random.between(0, all.length - 1), 1);
        if (!event) break;
        const url = portal[event.queue].context.config.DATABASE_URL;
        await untilAlive(url, (database) => portal.handOn(event, { [event.queue]: database }));
      }
      fees.push(fee);
      lines.push(line);
    }
    await expectWhole(fees, lines, tillBefore);
    const paid = await Promise.all(fees.map(({ made }) => feeOf(made.id)));
    expect(paid.map((fee) => [fee.payment_status, fee.settled_by_line_id])).toEqual(
      fees.map((_fee, at) => ['verified', at % 2 === 1 ? null : lines[at]]),
    );
    expect(await openReceipts(lines)).toHaveLength(Math.floor(families / 2));
  });
});
