import { reverseInvoicePayment } from '@gerbang/contracts/payment-reversals';
import { addInvoicePayment } from '@gerbang/contracts/invoice-payments';
import { decideConfirmation } from '@gerbang/contracts/enrollment-confirmations';
import { reviseScheme as reviseCall } from '@gerbang/contracts/scheme-changes';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import { createLogger } from '@gerbang/service-kit/program/logger';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { dieAnywhere, mortalWork } from '@gerbang/service-kit/testing/die-anywhere';
import { buildContext, type Context } from '../src/context.ts';
import { changeDueDate } from '../src/due-dates/change-due-date.ts';
import { reopenConfirmation } from '../src/enrollment-confirmations/reopen-confirmation.ts';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { addPayment } from '../src/invoice-payments/add-payment.ts';
import { endLive } from '../src/pay-requests/cancel-pay-request.ts';
import { releaseLine } from '../src/payment-reversals/release-line.ts';
import { reversePayment } from '../src/payment-reversals/reverse-payment.ts';
import { reviseScheme } from '../src/payment-schemes/revise-scheme.ts';
import { voidScheme } from '../src/payment-schemes/void-scheme.ts';
import { lineOf, match } from './bank-bookings.ts';
import { drawersOf } from './drawers.ts';
import { confirmed } from './enrollments.ts';
import { openPatientPayments, type World } from './invoice-payments.ts';
import { check, invoiceOf, sent } from './payment-calls.ts';
import { REASON } from './payment-reversals.ts';
import { setSchool } from './payment-expectations.ts';
import { revisionOf } from './scheme-revisions.ts';

jest.setTimeout(600_000);

describe('billing that is killed while it corrects what was booked', () => {
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

  const die = (...work: Parameters<ReturnType<typeof mortalWork<Context>>['die']>) => {
    const { config, school } = world.door.context;
    return mortalWork<Context>({
      url: config.DATABASE_URL,
      caller: () => ({ id: staff.id, role: 'finance' }),
      contextOn: (database) => ({
        ...buildContext(config, database, createLogger('mortal', 'silent')),
        school,
      }),
    }).die(...work);
  };
  afterEach(async () => expect(await verifyBooks(world.door.database)).toEqual([]));

  const entriesOf = (where: Record<string, string>): Promise<number[]> =>
    world.door.db('invoice_ledger').where(where).orderBy('amount', 'desc').pluck('amount');

  async function paid(total: number) {
    const made = await invoiceOf(world, total);
    const { id } = await sent(world, made.family, made.invoice, { amount_paid: total });
    expect((await check(world, staff, id)).statusCode).toBe(200);
    return { invoice: made.invoice, id };
  }

  /** A repeat after the commit of a call without a key finds by this code that it is done. */
  const doneAlready = (code: string) => (error: { code?: string }) => {
    if (error.code !== code) throw error;
  };

  const schemeOf = async (invoiceId: string): Promise<string> =>
    (await world.door.db('enrollment_invoices').where({ id: invoiceId }).first())
      .enrollment_payment_scheme_id;

  test('when it dies while it takes a payment back, then the repeat does so once', async () => {
    await dieAnywhere(async (point) => {
      const { db } = world.door;
      const { invoice, id } = await paid(100_000);
      const { version } = await db('enrollment_invoice_payments').where({ id }).first('version');
      const body = reverseInvoicePayment.body.parse({ reason: REASON, cause: 'wrong_target', version });
      const first = await die((context, caller) => reversePayment(context, caller, id, body), point);
      expect(await entriesOf({ payment_id: id })).toEqual([100_000, -100_000]);
      expect(await db('unapplied_receipts').where({ reversed_payment_id: id })).toHaveLength(1);
      expect(await db('enrollment_invoices').where({ id: invoice.id }).first()).toMatchObject({
        paid_amount: 0,
      });
      return first;
    });
  });

  test('when it dies while it takes a bank line back, then the repeat opens the line once', async () => {
    await dieAnywhere(async (point) => {
      const { db } = world.door;
      const { invoice } = await invoiceOf(world, 100_000);
      const line = await lineOf(world.door, 100_000);
      await match(world.door, staff, line, [{ kind: 'invoice', id: invoice.id, amount: 100_000 }]);
      const first = await die(
        (context, caller) => releaseLine(context, caller, line, { reason: REASON }),
        point,
      );
      expect(await entriesOf({ enrollment_invoice_id: invoice.id })).toEqual([100_000, -100_000]);
      expect((await db('bank_lines').where({ id: line }).first()).status).toBe('new');
      return first;
    });
  });

  test('when it dies while it revises a scheme below what was paid, then the repeat does so once', async () => {
    await dieAnywhere(async (point) => {
      const { db } = world.door;
      const { invoice, id } = await paid(100_000);
      const scheme = await schemeOf(invoice.id);
      const { version } = await db('enrollment_payment_schemes').where({ id: scheme }).first('version');
      const body = reviseCall.body.parse(revisionOf([60_000], { payment_scheme: 'full', version }));
      const first = await die((context, caller) => reviseScheme(context, caller, scheme, body), point);
      expect(await entriesOf({ enrollment_invoice_id: invoice.id })).toEqual([100_000, 60_000, -100_000]);
      const open = { reversed_payment_id: id, status: 'open' };
      expect(await db('unapplied_receipts').where(open).pluck('amount')).toEqual([40_000]);
      expect(await db('scheme_changes').where({ scheme_id: scheme })).toHaveLength(1);
      return first;
    });
  });

  test('when it dies while it cancels a scheme, then the repeat does so once', async () => {
    await dieAnywhere(async (point) => {
      const { db } = world.door;
      const { invoice, confirmationId } = await invoiceOf(world, 100_000);
      const scheme = await schemeOf(invoice.id);
      const first = await die(
        (context, caller) => voidScheme(context, caller, scheme, { reason: REASON }),
        point,
      );
      expect(await db('scheme_changes').where({ scheme_id: scheme }).pluck('kind')).toEqual(['void']);
      expect((await db('enrollment_confirmations').where({ id: confirmationId }).first()).status).toBe(
        'submitted',
      );
      return first;
    });
  });

  test('when it dies while it takes a decline back, then the confirmation waits again once', async () => {
    await dieAnywhere(async (point) => {
      const { db } = world.door;
      const { id } = (await confirmed(world.door)).confirmation;
      const body = { status: 'declined', reason: 'Berkas kurang' };
      expect((await world.door.call(decideConfirmation, staff, { params: { id }, body })).statusCode).toBe(
        200,
      );
      const first = await die(
        (context, caller) =>
          reopenConfirmation(context, caller, id, { reason: REASON }).catch(
            doneAlready('confirmation_state'),
          ),
        point,
      );
      expect((await db('enrollment_confirmations').where({ id }).first()).status).toBe('submitted');
      expect(await db('confirmation_events').where({ confirmation_id: id })).toHaveLength(3);
      return first;
    });
  });

  test('when it dies while it books cash without a slip, then the repeat books it once, into one drawer', async () => {
    await setSchool(world.door, { cash_proof: 'optional', cash_drawers: true });
    const drawer_id = (await drawersOf(world.door).open(staff)).json().id;
    let times = 0;
    await dieAnywhere(async (point) => {
      const { invoice } = await invoiceOf(world, 100_000);
      const body = addInvoicePayment.body.parse({
        enrollment_invoice_id: invoice.id,
        amount_paid: 1000,
        payment_date: jakartaDay(new Date()),
        payment_method: 'cash',
        admin_notes: 'Diterima dari ibunya di loket',
      });
      const first = await die((context, caller) => addPayment({ ...context, endLive }, caller, body), point);
      expect(await entriesOf({ enrollment_invoice_id: invoice.id })).toEqual([1000]);
      times += 1;
      expect(await world.door.db('cash_bookings').where({ drawer_id })).toHaveLength(times);
      return first;
    });
    await setSchool(world.door, {});
  });

  test('when it dies while it moves a due day, then the repeat moves it once', async () => {
    await dieAnywhere(async (point) => {
      const { db } = world.door;
      const { invoice } = await invoiceOf(world, 100_000);
      const to = addDays(invoice.due_date, 30);
      const body = { due_date: to, reason: REASON, version: invoice.version };
      const first = await die(
        (context, caller) => changeDueDate(context, caller, invoice.id, body).catch(doneAlready('stale')),
        point,
      );
      expect(await db('due_date_changes').where({ invoice_id: invoice.id }).pluck('due_after')).toEqual([to]);
      expect((await db('invoice_dues').where({ invoice_id: invoice.id }).first()).due_date).toBe(to);
      return first;
    });
  });
});
