import { payRefund as call } from '@gerbang/contracts/refunds';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { createLogger } from '@gerbang/service-kit/program/logger';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { dieAnywhere, mortalWork } from '@gerbang/service-kit/testing/die-anywhere';
import type { PointOfDeath } from '@gerbang/service-kit/testing/mortal-database';
import { buildContext } from '../src/context.ts';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { payRefund } from '../src/refunds/pay-refund.ts';
import { outgoingLine } from './bank-uploads.ts';
import { billed, payInBooks } from './enrollments.ts';
import { openPatientPayments, type World } from './invoice-payments.ts';
import { approved, useRefunds } from './refunds.ts';

jest.setTimeout(600_000);

describe('billing that is killed while it books a refund', () => {
  let world: World;
  let finance: Caller;
  let head: Caller;
  useRefunds(openPatientPayments, (desk) => ({ world, finance, head } = desk));

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
    const { config } = door.context;
    const body = call.body.parse({ bank_line_id: line, version: refund.version });
    const mortal = mortalWork({
      url: config.DATABASE_URL,
      caller: () => ({ id: finance.id, role: 'finance' }),
      contextOn: (database) => buildContext(config, database, createLogger('mortal', 'silent')),
    });
    const first = await mortal.die((context, caller) => payRefund(context, caller, refund.id, body), point);
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
    await dieAnywhere(die);
    expect(await verifyBooks(world.door.database)).toEqual([]);
  });
});
