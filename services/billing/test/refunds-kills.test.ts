import { payRefund as call, type Refund } from '@gerbang/contracts/refunds';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { createLogger } from '@gerbang/service-kit/program/logger';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { mortalDatabase, type PointOfDeath } from '@gerbang/service-kit/testing/mortal-database';
import { until } from '@gerbang/service-kit/testing/until';
import { buildContext } from '../src/context.ts';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { payRefund } from '../src/refunds/pay-refund.ts';
import { newKey } from './bank-bookings.ts';
import { outgoingLine } from './bank-uploads.ts';
import { billed, payInBooks } from './enrollments.ts';
import { openPatientPayments, type World } from './invoice-payments.ts';
import { approved } from './refunds.ts';

jest.setTimeout(600_000);

describe('billing that is killed while it books a refund', () => {
  let world: World;
  let finance: Caller;
  let head: Caller;
  beforeAll(async () => {
    world = await openPatientPayments();
    finance = await world.door.caller('finance', 'Fina Keuangan');
    head = await world.door.caller('manager_pendidikan', 'Maya Kepala');
  });
  afterAll(() => world.close());

  /** Books on a database that may die; returns the number of statements, null where it died. */
  async function run(
    { id, version }: Refund,
    bank_line_id: string,
    key: string,
    dieAt: PointOfDeath,
  ): Promise<number | null> {
    const { config } = world.door.context;
    const { database, arm, died } = mortalDatabase(config.DATABASE_URL, { max: 1 });
    arm(dieAt);
    const caller = {
      id: finance.id,
      role: 'finance' as const,
      origin: { address: '203.0.113.7', requestId: 'refunds-kills' },
      ifMatch: undefined,
      idempotencyKey: key,
    };
    const context = buildContext(config, database, createLogger('mortal', 'silent'));
    const done = payRefund(context, caller, id, call.body.parse({ bank_line_id, version })).then(() =>
      arm(null),
    );
    const statements = await Promise.race([done, died.then(() => null)]);
    if (statements !== null) await database.close();
    return statements;
  }

  const messages = async () => (await world.door.db('outbox_events')).length;

  /** Dies at this point, repeats, and counts what was written. */
  async function die(point: PointOfDeath): Promise<number | null> {
    const { door } = world;
    const made = await billed(door, { payment_scheme: 'installment' });
    await payInBooks(door, made.invoices[0]!, 1_000_000);
    const lines = [{ kind: 'invoice', target: made.invoices[0]!.id, back: 1_000_000 }];
    const refund = await approved(door, finance, head, made.copy.id, lines);
    const line = await outgoingLine(door, finance, { amount: 1_000_000, day: jakartaDay(new Date()) });
    const told = await messages();
    const key = newKey();
    const first = await run(refund, line, key, point);
    // The server may not have noticed yet that the one before is gone.
    await until(() =>
      run(refund, line, key, null).then(
        () => true,
        ({ code }: { code?: string }) => {
          if (code !== 'in_flight') throw new Error(`the repeat was refused: ${code ?? ''}`);
          return false;
        },
      ),
    );
    expect(await door.db('refund_ledger').where({ refund_id: refund.id }).pluck('amount')).toEqual([
      -1_000_000,
    ]);
    expect(await door.db('refunds').where({ id: refund.id })).toMatchObject([
      { status: 'paid', bank_line_id: line },
    ]);
    expect(await door.db('bank_lines').where({ id: line })).toMatchObject([{ status: 'booked' }]);
    expect(
      await door.db('audit_events').where({ subject_id: refund.id, action: 'refund.paid' }),
    ).toHaveLength(1);
    expect(await messages()).toBe(told + 1);
    return first;
  }

  test('when it dies before any statement or after the commit, then the repeat books refund and line once', async () => {
    const statements = await die(null);
    if (statements === null) throw new Error('nothing was to die here');
    for (let point = 1; point <= statements; point += 1) expect(await die(point)).toBeNull();
    await die('commit');
    expect(await verifyBooks(world.door.database)).toEqual([]);
  });
});
