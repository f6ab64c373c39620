import { listBankLines } from '@gerbang/contracts/bank-statements';
import { listPapers } from '@gerbang/contracts/papers';
import type { Refund } from '@gerbang/contracts/refund-shapes';
import { listRefunds } from '@gerbang/contracts/refunds';
import { listUnapplied } from '@gerbang/contracts/unapplied-receipts';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { keepUnapplied, lineOf, match, matchedInvoice, useDesk } from './bank-bookings.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { begun } from './refunds.ts';

const TOTAL = 4_000_000;
const NOTED = { listRefunds, listUnapplied, listPapers, listBankLines };

describe('money of one family, and lists that are only counted', () => {
  let world: World;
  let staff: Caller;
  useDesk(openPayments, (desk) => void ({ world, staff } = desk));

  const idsOf = async (call: typeof listRefunds | typeof listUnapplied, family: string, by = staff) =>
    ((await world.door.call(call, by, { query: `family=${family}` })).json() as { id: string }[]).map(
      ({ id }) => id,
    );
  const trailOf = (caller: Caller) => world.door.db('audit_events').where({ actor_id: caller.id });
  /** A family that paid its invoice by a line of the bank, with `more` than it owed. */
  async function paidBy(more: number) {
    const { door } = world;
    const { family, invoice, line } = await matchedInvoice(world, TOTAL, 0, more);
    await match(door, staff, line, [{ kind: 'invoice', id: invoice.id, amount: TOTAL }]);
    const { id } = await door.db('unapplied_receipts').where({ line_id: line }).first('id');
    return { family, invoice, receipt: String(id) };
  }

  test('when the money of a family is listed, then no other family has its refunds and what stands unapplied of it', async () => {
    const { door } = world;
    const [one, other] = [await paidBy(5_000_000), await paidBy(6_000_000)];
    const unknown = await lineOf(door, 7000);
    await keepUnapplied(door, staff, unknown, 'unknown');
    const registration = await door
      .db('enrollment_invoices')
      .where({ id: one.invoice.id })
      .first('registration_id as id');
    const refund: Refund = await begun(door, staff, registration.id, [
      { kind: 'invoice', target: one.invoice.id, back: 1000 },
    ]);
    expect(await idsOf(listRefunds, one.family.id)).toEqual([refund.id]);
    expect(await idsOf(listRefunds, other.family.id)).toEqual([]);
    expect(await idsOf(listUnapplied, one.family.id)).toEqual([one.receipt]);
    expect(await idsOf(listUnapplied, other.family.id)).toEqual([other.receipt]);
    expect(await idsOf(listUnapplied, uuidv7())).toEqual([]);
    const [noted] = await trailOf(staff).where({ action: 'refunds.read' }).orderBy('id').select('details');
    expect(noted.details.filters).toEqual({ family: one.family.id });
  });

  test.each([
    ['cs', 403],
    ['staff_tu', 403],
    ['finance', 200],
    ['admin', 200],
  ] as const)('when %s asks for the money of a family, then it is %i', async (role, status) => {
    const caller = await world.door.caller(role);
    for (const call of [listRefunds, listUnapplied])
      expect((await world.door.call(call, caller, { query: `family=${uuidv7()}` })).statusCode).toBe(status);
  });

  test.each(Object.entries(NOTED))(
    'when %s is only counted, then it gives no row and notes nothing; a family cannot be counted',
    async (_name, call) => {
      const { door } = world;
      const [caller, whole] = [await door.caller('finance'), await door.caller('finance')];
      const rows: unknown[] = (await door.call(call, whole)).json();
      expect(await trailOf(whole)).toHaveLength(1);
      const counted = await door.call(call, caller, { query: 'count=only' });
      expect([counted.json(), Number(counted.headers['x-total-count'])]).toEqual([[], rows.length]);
      for (const one of ['search=aisyah', `family=${uuidv7()}`, `id=${uuidv7()}`, 'limit=1', 'cursor=eA'])
        expect((await door.call(call, caller, { query: `count=only&${one}` })).statusCode).toBe(400);
      expect(await trailOf(caller)).toEqual([]);
    },
  );
});
