import { getCashReport, type CashReport } from '@gerbang/contracts/reports';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { keepUnapplied, lineOf } from './bank-bookings.ts';
import { billed, payInBooks } from './enrollments.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { approved, pay, useRefunds } from './refunds.ts';

const today = jakartaDay(new Date());
const NONE = { amount: 0, count: 0, causes: [], unapplied: { amount: 0, count: 0 } };

describe('what went back in the report of the till', () => {
  let world: World;
  let finance: Caller;
  let head: Caller;
  useRefunds(openPayments, (desk) => ({ world, finance, head } = desk));

  let fresh = 0;
  /** Another last day each time, because an answer is kept for a minute. */
  const cash = async (more = '', from = today): Promise<CashReport> => {
    fresh += 1;
    const query = `from=${from}&to=${addDays(today, fresh)}${more}`;
    return (await world.door.call(getCashReport, finance, { query })).json();
  };

  test('when nothing went back, then that is said, and net is the total', async () => {
    const { refunds, net, total } = await cash();
    expect([refunds, net]).toEqual([NONE, total.amount]);
  });

  test('when money went back, then it stands by cause under every filter, and money that paid nothing stands apart', async () => {
    const { door } = world;
    const before = await cash();
    const made = await billed(door, { payment_scheme: 'installment' });
    await payInBooks(door, made.invoices[0]!, 5_000_000);
    const line = await lineOf(door, 500_000);
    await keepUnapplied(door, finance, line, 'unknown');
    const receipt = await door.db('unapplied_receipts').where({ line_id: line }).first('id');
    const lines = [
      { kind: 'invoice', target: made.invoices[0]!.id, back: 3_000_000 },
      { kind: 'unapplied', target: receipt.id as string, back: 400_000 },
    ];
    const refund = await approved(door, finance, head, made.copy.id, lines);
    expect((await pay(door, finance, refund, { proof: world.admission.upload(finance) })).statusCode).toBe(
      200,
    );
    const expected = {
      amount: 3_000_000,
      count: 1,
      causes: [{ cause: 'goodwill', amount: 3_000_000, count: 1 }],
      unapplied: { amount: 400_000, count: 1 },
    };
    const { jenjang, academic_year } = made.copy;
    for (const more of ['', '&by=paid', `&jenjang=${jenjang}`, `&academic_year=${academic_year}&by=paid`]) {
      expect((await cash(more)).refunds).toEqual(expected);
    }
    const after = await cash();
    expect(after.total.amount - before.total.amount).toBe(5_000_000);
    expect(after.net).toBe(after.total.amount - 3_000_000);
    for (const more of ['&jenjang=SMP', '&academic_year=2020/2021']) {
      expect((await cash(more)).refunds).toEqual(NONE);
    }
    expect((await cash('', addDays(today, 1))).refunds).toEqual(NONE);
  });
});
