import type { EventPayload } from '@gerbang/contracts/events';
import { getCashReport } from '@gerbang/contracts/reports';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import { againWith, minutesForAll, newSeed, runs } from '@gerbang/domain/testing/runs';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { randomOf } from '@gerbang/service-kit/testing/random';
import { Problem } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import { holdCash } from '../src/drawers/hold-cash.ts';
import { bookFee } from '../src/drawers/cash-fees.repository.ts';
import { drawersOf, payCash } from './drawers.ts';
import { openPatientPayments, type World } from './invoice-payments.ts';
import { invoiceOf } from './payment-calls.ts';
import { setSchool } from './payment-expectations.ts';
import { approve, reverse } from './payment-reversals.ts';

minutesForAll(20);

const DAYS = runs(30, { plain: 5 });
const A_DAY = 8;

interface Clerk {
  readonly staff: Caller;
  /** The open drawer and what it should hold. */
  drawer: { id: string; expected: number } | null;
}

describe('a month of cash at the counter', () => {
  let world: World;
  let head: Caller;
  beforeAll(async () => {
    world = await openPatientPayments();
    await setSchool(world.door, { cash_proof: 'optional', cash_drawers: true });
    head = await world.door.caller('manager_pendidikan', 'Kepala Sekolah');
  });
  afterAll(() => world.close());

  const fee = (amount: number, day: string, cash_id?: string): EventPayload<'fee.booked'> => ({
    id: uuidv7(),
    academic_year: '2026/2027',
    jenjang: 'SD',
    amount,
    booked_on: day,
    paid_on: day,
    method: 'cash',
    ...(cash_id && { cash_id }),
  });
  const book = (payload: EventPayload<'fee.booked'>) =>
    world.door.db.transaction((trx) => bookFee(trx, payload));

  /** A fee in cash, less than nothing where it goes back, held for admission and booked by its event; false without a drawer. */
  async function takeFee({ id, role }: Caller, amount: number, day: string): Promise<boolean> {
    const [cash, { context, db }] = [uuidv7(), world.door];
    const held = { id: cash, registration_id: uuidv7(), amount };
    try {
      await db.transaction((trx) => holdCash(context, trx, held, [{ id, name: 'Kasir', role }]));
    } catch (error) {
      if (error instanceof Problem && error.code === 'no_drawer') return false;
      throw error;
    }
    await book(fee(amount, day, cash));
    return true;
  }

  /** The day is over: all that was booked lies a day further back. */
  const nextDay = () =>
    world.door.db.transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica');
      await trx.raw('update cash_bookings set booked_on = booked_on - 1, paid_on = paid_on - 1');
      await trx.raw(`update enrollment_invoice_payments set verified_at = verified_at - interval '1 day'`);
    });

  test('when people open, book, take back, leave open overnight, count wrongly and sign, then on each day the drawers make up the cash of the report', async () => {
    const seed = newSeed();
    const random = randomOf(seed);
    const drawers = drawersOf(world.door);
    const today = jakartaDay(world.door.context.now());
    const cash: number[] = [];
    const apart: number[] = [];
    /** Left open over midnight. */
    let open: Clerk[] = [];
    const paid: { id: string; amount: number }[] = [];
    const left: number[] = [];
    try {
      for (let day = 0; day < DAYS; day += 1) {
        // Other people each day: what one books by hand in an hour has a limit.
        const fresh = await Promise.all(
          ['finance', 'admin', 'finance'].map(
            async (role): Promise<Clerk> => ({
              staff: await world.door.caller(role as 'finance' | 'admin'),
              drawer: null,
            }),
          ),
        );
        const clerks = [...open, ...fresh];
        const { invoice } = await invoiceOf(world, 90_000_000);
        const rest: typeof paid = [];
        let sum = 0;
        let listed = 0;
        for (let step = 0; step < A_DAY; step += 1) {
          const clerk = random.pick(clerks);
          const { staff } = clerk;
          const back = random.next() < 0.3 ? paid.pop() : undefined;
          const way = random.pick(['open', 'pay', 'pay', 'fee', 'fee', 'list', 'close'] as const);
          if (back) {
            const answer = await reverse(world.door, staff, back.id, 'bounced');
            if (answer.statusCode === 202) {
              const agreed = await approve(world.door, head, answer.json().request_id);
              expect([agreed.statusCode, clerk.drawer !== null]).toEqual(
                clerk.drawer ? [200, true] : [409, false],
              );
            } else expect(answer.statusCode).toBe(clerk.drawer ? 200 : 409);
            if (clerk.drawer) {
              clerk.drawer.expected -= back.amount;
              sum -= back.amount;
            }
          } else if (way === 'open') {
            const float = random.between(0, 20) * 10_000;
            const answer = await drawers.open(staff, float);
            expect(answer.statusCode).toBe(clerk.drawer ? 409 : 201);
            clerk.drawer ??= { id: answer.json().id, expected: float };
          } else if (way === 'pay') {
            const amount = random.between(1, 90) * 1000;
            const answer = await payCash(world, staff, invoice, amount, today);
            expect(answer.statusCode).toBe(clerk.drawer ? 201 : 409);
            if (clerk.drawer) {
              clerk.drawer.expected += amount;
              sum += amount;
              rest.push({ id: answer.json().id, amount });
            }
          } else if (way === 'fee') {
            const amount = random.pick([550_000, 600_000, -550_000]);
            expect(await takeFee(staff, amount, today)).toBe(clerk.drawer !== null);
            if (clerk.drawer) {
              clerk.drawer.expected += amount;
              sum += amount;
            }
          } else if (way === 'list') {
            // What a list says was paid in cash before the portal lies in no drawer.
            await book(fee(450_000, today));
            listed += 450_000;
          } else if (clerk.drawer) {
            await count(clerk);
          }
        }
        paid.push(...rest);
        // Some are closed the next morning or later.
        open = day < DAYS - 1 ? clerks.filter(({ drawer }) => drawer !== null && random.next() < 0.4) : [];
        for (const clerk of clerks) if (clerk.drawer && !open.includes(clerk)) await count(clerk);
        cash.unshift(sum);
        apart.unshift(listed);
        await nextDay();
      }
      for (const [index, wanted] of cash.entries()) {
        const day = addDays(today, -1 - index);
        const query = `from=${day}&to=${day}`;
        const body = (await world.door.call(getCashReport, head, { query })).json();
        const of = (list: { amount: number }[]) => list.reduce((all, { amount }) => all + amount, 0);
        const by = (wantedMethod: string) =>
          of(body.methods.filter(({ method }: { method: string }) => method === wantedMethod));
        expect([day, by('cash'), of(body.drawers), by('cash_apart')]).toEqual([
          day,
          wanted,
          wanted,
          apart[index],
        ]);
      }
      const query = `from=${addDays(today, -DAYS)}&to=${today}`;
      const month = (await world.door.call(getCashReport, head, { query })).json();
      const differences = month.drawers.map(({ difference }: { difference: number | null }) => difference);
      // A drawer into which nothing fell is not in the report.
      expect(left).toEqual(expect.arrayContaining(differences));
    } catch (error) {
      throw new Error(againWith(seed), { cause: error });
    }

    async function count(clerk: Clerk): Promise<void> {
      if (!clerk.drawer) return;
      const { id, expected } = clerk.drawer;
      // What was taken back may be more than was there: then nothing is left to count.
      const counted = Math.max(0, expected + random.pick([0, 0, -500, 2000]));
      const difference = counted - expected;
      const reason = difference === 0 ? undefined : 'Kembalian salah';
      const closed = await drawers.close(clerk.staff, id, counted, reason);
      expect([closed.statusCode, closed.json()]).toMatchObject([200, { expected, difference }]);
      expect((await drawers.sign(clerk.staff, id)).statusCode).toBe(403);
      expect((await drawers.sign(head, id)).statusCode).toBe(200);
      left.push(difference);
      clerk.drawer = null;
    }
  });
});
