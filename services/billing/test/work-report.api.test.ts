import { decideConfirmation } from '@gerbang/contracts/enrollment-confirmations';
import { addInvoicePayment } from '@gerbang/contracts/invoice-payments';
import { billingWork, type WorkPart } from '@gerbang/contracts/work-report';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays, type WorkKind } from '@gerbang/domain/reports';
import { ROLES } from '@gerbang/domain/roles';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { confirmed } from './enrollments.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { check, invoiceOf, paymentForm, sent } from './payment-calls.ts';

const today = jakartaDay(new Date());

describe('billing’s part of the report of work', () => {
  let world: World;
  let head: Caller;
  beforeAll(async () => {
    world = await openPayments();
    head = await world.door.caller('manager_pendidikan', 'Hendra');
  });
  afterAll(() => world.close());

  let fresh = 0;
  /** A kind of the part; another span each time, because an answer is kept for a minute. */
  const part = async (kind: WorkKind, who: Caller = head, more = '') => {
    fresh += 1;
    const answer = await world.door.call(billingWork, who, {
      query: `from=${addDays(today, -fresh)}${more}`,
    });
    expect(answer.statusCode).toBe(200);
    const found = (answer.json() as WorkPart).kinds.find((one) => one.kind === kind);
    if (!found) throw new Error(`no ${kind}`);
    return found;
  };

  test('when a payment is rejected, edited and verified, then each decision counts, from the last sending on', async () => {
    const { family, staff, invoice } = await invoiceOf(world, 1_000_000);
    const before = await part('payment');
    const payment = await sent(world, family, invoice, { amount_paid: 1000 });
    expect((await part('payment')).oldest_at).not.toBeNull();
    expect((await part('payment', head, '&academic_year=2040/2041')).oldest_at).toBeNull();
    await check(world, staff, payment.id, { action: 'reject', rejection_reason: 'Salah' });
    const other = await sent(world, family, invoice, { amount_paid: 1000 });
    expect((await check(world, staff, other.id)).statusCode).toBe(200);
    const after = await part('payment');
    expect(after.total.count).toBe(before.total.count + 2);
    expect(after.roles).toEqual([{ role: 'finance', count: after.total.count }]);
    expect([after.own, after.oldest_at]).toEqual([0, null]);
    expect(after.total).toMatchObject({ median_hours: 0, p90_hours: 0 });
    expect(after.weeks.at(-1)).toMatchObject({ count: after.total.count, median_hours: 0 });
  });

  test('when staff add a payment that is verified at once, then nothing has waited', async () => {
    const { staff, invoice } = await invoiceOf(world, 1_000_000);
    const before = await part('payment');
    const answer = await world.door.call(addInvoicePayment, staff, {
      body: paymentForm(world.admission, staff, invoice, { amount_paid: 1000, auto_verify: true }),
    });
    expect(answer.statusCode).toBe(201);
    expect((await part('payment')).total).toEqual(before.total);
  });

  test('when a confirmation is processed, then the decision counts, also as the caller’s', async () => {
    const before = await part('confirmation');
    const { confirmation } = await confirmed(world.door);
    expect((await part('confirmation')).oldest_at).not.toBeNull();
    const decide = (body: object) =>
      world.door.call(decideConfirmation, head, { params: { id: confirmation.id }, body });
    expect((await decide({ status: 'processed' })).statusCode).toBe(200);
    const after = await part('confirmation');
    expect([after.total.count, after.own]).toEqual([before.total.count + 1, before.own + 1]);
    expect(after.oldest_at).toBeNull();
  });

  test.each(ROLES)('when %s calls it, then only the roles of the report get it', async (role) => {
    const allowed = ['manager_pendidikan', 'admin', 'it'].includes(role);
    const answer = await world.door.call(billingWork, await world.door.caller(role, 'Orang'));
    expect(answer.statusCode).toBe(allowed ? 200 : 403);
  });
});
