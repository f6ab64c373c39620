import type { Caller } from '@gerbang/service-kit/testing/door';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { asked, assign, book, lineOf, match, proposed, useDesk } from './bank-bookings.ts';
import { copyOf } from './enrollments.ts';
import { refuse } from './fee-settlements.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { ask } from './payment-expectations.ts';
import { approve, release } from './payment-reversals.ts';

const FEE = 350_000;
const MISSING = 200_000;

describe('what a corrected level costs more', () => {
  let world: World;
  let staff: Caller;
  let head: Caller;
  useDesk(openPayments, (desk) => void ({ world, staff, other: head } = desk));

  /** A verified fee of a family that is asked for more since now. */
  async function missing() {
    const family = await world.door.caller();
    const copy = await copyOf(world.door, family, {
      payment_amount: FEE,
      payment_verified_at: new Date(),
      fee_asked: MISSING,
      fee_asked_at: new Date(Date.now() - 1000),
    });
    return { family, copy, target: { kind: 'registration_fee', id: copy.id } as const };
  }
  const settled = () => world.door.published.filter(({ type }) => type === 'fee.settled').length;

  test('when the family asks what to transfer, then it is the difference; without one nothing is owed', async () => {
    const { family, copy } = await missing();
    const answer = await ask(world.door, family, 'registration_fee', copy.id, MISSING);
    expect([answer.statusCode, answer.json().base]).toEqual([201, MISSING]);
    await world.door
      .db('registrations')
      .where({ id: copy.id })
      .update({ fee_asked: null, fee_asked_at: null });
    expect((await ask(world.door, family, 'registration_fee', copy.id)).json().code).toBe('nothing_owed');
  });

  test('when lines come for it, then one pays it, also where the fee itself was paid by a line, and the books are clean', async () => {
    const { door } = world;
    const { copy, target } = await missing();
    // The fee was booked before more was asked.
    const first = await lineOf(door, FEE);
    const earlier = await proposed(door, first, target, FEE);
    await door
      .db('bank_matches')
      .where({ id: earlier })
      .update({
        status: 'booked',
        decided_at: new Date(Date.now() - 60_000),
        decided_by_id: staff.id,
        decided_by_role: 'finance',
      });
    await door.db('bank_lines').where({ id: first }).update({ status: 'booked' });
    const expectation = await asked(door, target, MISSING, 7);
    const line = await lineOf(door, MISSING + 7);
    const id = await proposed(door, line, target, MISSING, { expectation });
    const before = settled();
    expect((await book(door, staff, [id])).json().booked).toHaveLength(1);
    expect(settled()).toBe(before + 1);
    const again = await match(door, staff, await lineOf(door, MISSING), [{ ...target, amount: MISSING }]);
    expect([again.statusCode, again.json().code]).toEqual([409, 'nothing_owed']);
    await door
      .db('registrations')
      .where({ id: copy.id })
      .update({ fee_asked: null, fee_asked_at: null, fee_extra: MISSING });
    expect(await verifyBooks(door.database)).toEqual([]);
  });

  test('when the rest of the line that paid the fee pays it, then each is refused on its own, and both are released', async () => {
    const { door } = world;
    const family = await door.caller();
    const { id } = await copyOf(door, family, { payment_amount: FEE, payment_status: 'pending' });
    const target = { kind: 'registration_fee', id } as const;
    const line = await lineOf(door, FEE + MISSING);
    await match(door, staff, line, [{ ...target, amount: FEE }]);
    await door.db('registrations').where({ id }).update({
      payment_status: 'verified',
      payment_verified_at: new Date(),
      fee_asked: MISSING,
      fee_asked_at: new Date(),
    });
    const receipt = () => door.db('unapplied_receipts').where({ line_id: line, amount: MISSING }).first();
    const before = settled();
    expect((await assign(door, staff, (await receipt()).id, { ...target, amount: MISSING })).statusCode).toBe(
      200,
    );
    expect(settled()).toBe(before + 1);
    const source = { kind: 'bank_line', id: line } as const;
    await refuse(door, { registration_id: id, amount: MISSING, source, reason: 'amount' });
    const booked = () => door.db('bank_matches').where({ line_id: line, status: 'booked' });
    expect([(await receipt()).status, await booked()]).toEqual([
      'open',
      [expect.objectContaining({ amount: FEE })],
    ]);
    await assign(door, staff, (await receipt()).id, { ...target, amount: MISSING });
    await door
      .db('registrations')
      .where({ id })
      .update({ fee_asked: null, fee_asked_at: null, fee_extra: MISSING });
    const request = (await release(door, staff, line)).json().request_id;
    const since = world.door.published.length;
    expect((await approve(door, head, request)).statusCode).toBe(200);
    const told = door.published.slice(since).filter(({ type }) => type === 'fee.reversal.approved');
    expect(told.map(({ payload }) => [payload.registration_id, payload.line_id])).toEqual([
      [id, line],
      [id, line],
    ]);
    const undone = { registration_id: id, source, reason: 'undone' } as const;
    await refuse(door, { ...undone, amount: MISSING });
    expect((await door.db('bank_lines').where({ id: line }).first()).status).toBe('booked');
    await refuse(door, { ...undone, amount: FEE });
    expect((await door.db('bank_lines').where({ id: line }).first()).status).toBe('new');
    expect(await booked()).toEqual([]);
    await door
      .db('registrations')
      .where({ id })
      .update({ payment_status: 'rejected', payment_verified_at: null, fee_extra: 0 });
  });

  test('when forty book lines for it at once, then one pays it', async () => {
    const { door } = world;
    const { target } = await missing();
    const lines = await Promise.all(Array.from({ length: 40 }, () => lineOf(door, MISSING)));
    const before = settled();
    await Promise.all(lines.map((line) => match(door, staff, line, [{ ...target, amount: MISSING }])));
    expect(settled()).toBe(before + 1);
  });
});
