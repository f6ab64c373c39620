import { payRegistration, verifyPayment } from '@gerbang/contracts/registration-payments';
import { leave } from '@gerbang/contracts/withdrawals';
import { promoteWaiting } from '../src/seats/offers/offer-jobs.ts';
import type { Caller } from './door.ts';
import { proofForm, upload } from './families.ts';
import { type Applicant, keyed, openSeats, type Seats } from './seats-world.ts';

const CALLERS = 40;

describe('families that leave under many callers', () => {
  let world: Seats;
  let finance: Caller;
  beforeEach(async () => {
    world = await openSeats();
    finance = await world.door.caller('finance', 'Fina Keuangan');
  });
  afterEach(() => world.close());

  const take = ({ id, family }: Applicant) =>
    world.door.call(leave, family, {
      params: { id },
      body: { reason_code: 'cost', confirm: true },
      headers: keyed(),
    });
  /** What the fee was when each of these left, as the other services are told. */
  const feeWhenLeft = ({ id }: Applicant) =>
    world.door.published.find(
      ({ type, payload }) =>
        type === 'registration.changed' && payload.id === id && payload.current_stage === 'withdrawn',
    )?.payload.payment_status;
  const feeNow = async ({ id }: Applicant): Promise<string> =>
    (await world.door.db('registrations').where({ id }).first('payment_status')).payment_status;

  test('when holders of seats leave while forty processes give what is free, then each freed seat is taken once', async () => {
    const pool = await world.pool({ seats: 20, offer_limit: 20, auto_offer: true });
    const all = await world.applicants(50);
    const [holders, waiting] = [all.slice(0, 20), all.slice(20)];
    await world.publish(holders.map((one) => [one, 'passed'] as const));
    await world.publish(waiting.map((one) => [one, 'waitlisted'] as const));
    const leaving = [...holders, ...waiting.slice(0, 5)];
    const [answers, promoted] = await Promise.all([
      Promise.all(leaving.map((one) => take(one))),
      Promise.all(Array.from({ length: CALLERS }, () => promoteWaiting(world.door.context))),
    ]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    const last = await promoteWaiting(world.door.context);
    const seats = await world.door.db('offers').whereNot({ status: 'released' });
    expect(seats).toHaveLength(20);
    expect(new Set(seats.map(({ registration_id }) => registration_id)).size).toBe(20);
    expect(await world.figures(pool.id)).toMatchObject({ taken: 20, free: 0 });
    // A waiting family that was offered a freed seat and left gave it to another.
    const offered = promoted.reduce((sum, count) => sum + count, last);
    expect(offered).toBeGreaterThanOrEqual(20);
    expect(offered).toBe(world.messages('seat_offered').length);
    for (const one of leaving) expect(await world.stage(one)).toBe('withdrawn');
    expect(await world.differences()).toEqual([]);
  });

  test('when fees are verified while their families leave, then what goes back is of what was verified before', async () => {
    const all = await world.applicants(CALLERS, { stage: 'registered' });
    await world.door.db('registrations').update({
      payment_status: 'paid',
      payment_verified_at: null,
      payment_verified_by: null,
      payment_verified_by_role: null,
    });
    const [verified, left] = await Promise.all([
      Promise.all(
        all.map(({ id }) =>
          world.door.call(verifyPayment, finance, { params: { id }, body: { payment_status: 'verified' } }),
        ),
      ),
      Promise.all(all.map((one) => take(one))),
    ]);
    // The decision about a proof that waits is taken before or after.
    expect(new Set(verified.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(left.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    for (const [at, one] of all.entries()) {
      const { lines } = left[at]!.json().refundable;
      expect(lines).toHaveLength(feeWhenLeft(one) === 'verified' ? 1 : 0);
      expect([await world.stage(one), await feeNow(one)]).toEqual(['withdrawn', 'verified']);
    }
  });

  test('when proofs are sent while their families leave, then each waits to be decided, or was refused', async () => {
    const all = await world.applicants(20, { stage: 'registered' });
    await world.door.db('registrations').update({
      payment_status: 'pending',
      payment_verified_at: null,
      payment_verified_by: null,
      payment_verified_by_role: null,
      payment_evidence_file_id: null,
    });
    const links = await Promise.all(all.map(({ family }) => upload(world.door, family)));
    const [sent, left] = await Promise.all([
      Promise.all(
        all.map(({ id, family }, at) =>
          world.door.call(payRegistration, family, { params: { id }, body: proofForm(links[at]!) }),
        ),
      ),
      Promise.all(all.map((one) => take(one))),
    ]);
    expect(new Set(left.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    for (const [at, one] of all.entries()) {
      const isSent = sent[at]!.statusCode === 200;
      if (!isSent) expect(sent[at]!.statusCode).toBe(409);
      expect([await world.stage(one), await feeNow(one)]).toEqual(['withdrawn', isSent ? 'paid' : 'pending']);
      expect(feeWhenLeft(one)).toBe(isSent ? 'paid' : 'pending');
    }
  });
});
