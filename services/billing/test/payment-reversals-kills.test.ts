import { reverseInvoicePayment as call } from '@gerbang/contracts/payment-reversals';
import { createLogger } from '@gerbang/service-kit/program/logger';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { mortalDatabase, type PointOfDeath } from '@gerbang/service-kit/testing/mortal-database';
import { until } from '@gerbang/service-kit/testing/until';
import { buildContext } from '../src/context.ts';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { reversePayment } from '../src/payment-reversals/reverse-payment.ts';
import { newKey } from './bank-bookings.ts';
import { check, invoiceOf, openPatientPayments, sent, type World } from './invoice-payments.ts';
import { REASON } from './payment-reversals.ts';

jest.setTimeout(600_000);

describe('billing that is killed while it takes a payment back', () => {
  let world: World;
  let staff: Caller;
  beforeAll(async () => {
    world = await openPatientPayments();
  });
  // Another person each time: what one reverses alone in an hour has a limit.
  beforeEach(async () => {
    staff = await world.door.caller('finance', 'Fina Keuangan');
  });
  afterAll(() => world.close());

  /** Reverses on a database that may die; returns the number of statements, null where it died. */
  async function run(id: string, key: string, version: number, dieAt: PointOfDeath): Promise<number | null> {
    const { config } = world.door.context;
    const { database, arm, died } = mortalDatabase(config.DATABASE_URL, { max: 1 });
    arm(dieAt);
    const context = buildContext(config, database, createLogger('mortal', 'silent'));
    const caller = {
      id: staff.id,
      role: 'finance' as const,
      origin: { address: '203.0.113.7', requestId: 'payment-reversals-kills' },
      ifMatch: undefined,
      idempotencyKey: key,
    };
    const body = call.body.parse({ reason: REASON, cause: 'wrong_target', version });
    const done = reversePayment(context, caller, id, body).then(() => arm(null));
    const statements = await Promise.race([done, died.then(() => null)]);
    if (statements !== null) await database.close();
    return statements;
  }

  /** Dies at this point, repeats, and counts what was written. */
  async function die(point: PointOfDeath): Promise<number | null> {
    const { door } = world;
    const { family, invoice } = await invoiceOf(world, 100_000);
    const { id } = await sent(world, family, invoice, { amount_paid: 100_000 });
    expect((await check(world, staff, id)).statusCode).toBe(200);
    const { version } = await door.db('enrollment_invoice_payments').where({ id }).first('version');
    const key = newKey();
    const first = await run(id, key, version, point);
    // The server may not have noticed yet that the one before is gone.
    await until(() =>
      run(id, key, version, null).then(
        () => true,
        ({ code }: { code?: string }) => {
          if (code !== 'in_flight') throw new Error(`the repeat was refused: ${code ?? ''}`);
          return false;
        },
      ),
    );
    const entries = await door.db('invoice_ledger').where({ payment_id: id }).pluck('amount');
    expect(entries.toSorted((one: number, other: number) => other - one)).toEqual([100_000, -100_000]);
    expect(await door.db('unapplied_receipts').where({ reversed_payment_id: id })).toHaveLength(1);
    expect(await door.db('enrollment_invoices').where({ id: invoice.id }).first()).toMatchObject({
      paid_amount: 0,
    });
    return first;
  }

  test('when it dies before any statement or after the commit, then the repeat takes the payment back once', async () => {
    const statements = await die(null);
    if (statements === null) throw new Error('nothing was to die here');
    for (let point = 1; point <= statements; point += 1) expect(await die(point)).toBeNull();
    await die('commit');
    expect(await verifyBooks(world.door.database)).toEqual([]);
  });
});
