import { inParts, longTest, tryAll } from '@gerbang/domain/testing/runs';
import { verifyInvoicePayment } from '@gerbang/contracts/invoice-payments';
import { createVerifier } from '@gerbang/service-kit/http/identity';
import { createLogger } from '@gerbang/service-kit/program/logger';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { mortalDatabase, type PointOfDeath } from '@gerbang/service-kit/testing/mortal-database';
import { buildApp } from '../src/app.ts';
import { buildContext } from '../src/context.ts';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { billingProcesses } from './billing-processes.ts';
import { finance } from './enrollments.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { invoiceNow, invoiceOf, paymentForm, sent } from './payment-calls.ts';

describe('billing that is killed', () => {
  let world: World;
  let staff: Caller;
  let processes: ReturnType<typeof billingProcesses>;
  beforeAll(async () => {
    world = await openPayments();
    staff = await finance(world.door);
    processes = billingProcesses(world.door);
  });
  afterAll(async () => {
    processes.end();
    await world.close();
  });

  async function start() {
    const child = await processes.start();
    const call = (method: string, path: string, caller: Caller, body: object, headers = {}) =>
      fetch(child.url + path, {
        method,
        headers: { ...world.door.headers(caller), 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    return {
      ...child,
      call,
      verify: (id: string) =>
        call('PUT', `/api/admin/enrollment-invoice-payments/${id}/verify`, staff, { action: 'verify' }),
    };
  }

  /** The service as a further process, of which only the database dies. */
  function startMortal() {
    const { config } = world.door.context;
    const { database, arm, died } = mortalDatabase(config.DATABASE_URL);
    const logger = createLogger('mortal', 'silent');
    const identity = createVerifier(config.IDENTITY_KEYS, 'billing');
    const app = buildApp({ name: 'billing', logger, identity }, buildContext(config, database, logger));
    const verify = (id: string) =>
      app.inject({
        method: verifyInvoicePayment.method,
        url: verifyInvoicePayment.path.replace('{paymentId}', id),
        headers: { ...world.door.headers(staff), 'content-type': 'application/json' },
        payload: JSON.stringify({ action: 'verify' }),
      });
    return {
      verify: async (id: string) => (await verify(id)).statusCode,
      arm,
      async dieAt(at: PointOfDeath, id: string): Promise<void> {
        arm(at);
        void verify(id);
        await died;
      },
      async close(): Promise<void> {
        await app.close();
        await database.close();
      },
    };
  }

  /** The same as a real process. */
  async function startReal() {
    const child = await start();
    return {
      verify: async (id: string) => (await child.verify(id)).status,
      async dieAt(at: PointOfDeath, id: string): Promise<void> {
        await child.arm(at);
        await expect(child.verify(id)).rejects.toThrow('fetch failed');
        await child.gone();
      },
      close: () => child.kill(),
    };
  }

  /** A payment that pays its invoice off: its verification also completes the re-enrolment. */
  async function lastPayment() {
    const { family, invoice } = await invoiceOf(world);
    const payment = await sent(world, family, invoice, { amount_paid: invoice.total_amount });
    return { family, invoice, payment };
  }

  test('when it dies between any two statements of a verification, then all of it is there after a restart, or nothing', async () => {
    const { door } = world;
    const counting = startMortal();
    const counted = await lastPayment();
    expect(await counting.verify(counted.payment.id)).toBe(200);
    const statements = counting.arm(null);
    await counting.close();
    expect(statements).toBeGreaterThan(12);
    // A death in the middle and one after the commit are those of a real process.
    const middle = Math.floor(statements / 2);

    const stateOf = async (id: string) => {
      const row = await door.db('enrollment_invoice_payments').where({ id }).first();
      return row.verification_status as string;
    };
    let unfinished: Awaited<ReturnType<typeof lastPayment>> | null = null;
    let wasDone = false;
    let pending = 0;
    const between = Array.from({ length: statements }, (_all, index) => index + 1);
    // A plain run dies at each fifth place, another one each time.
    const places = inParts(between, { of: 5, always: middle });
    for (const at of [...places, 'commit'] as const) {
      const victim = at === middle || at === 'commit' ? await startReal() : startMortal();
      // This process finishes the payment that the process before left undone.
      if (unfinished) expect(await victim.verify(unfinished.payment.id)).toBe(200);
      const next = await lastPayment();
      await victim.dieAt(at, next.payment.id);
      // The database notices the broken connection a moment later; until then it holds the row.
      const state = await door.db.transaction(async (trx) => {
        await trx('enrollment_invoices').where({ id: next.invoice.id }).forUpdate().first();
        return stateOf(next.payment.id);
      });
      // The last statements come after the commit: from there on everything is done.
      const done = state === 'verified';
      expect([at, state]).toEqual([at, wasDone || at === 'commit' ? 'verified' : state]);
      wasDone = done;
      const paid = done ? next.invoice.total_amount : 0;
      expect(await invoiceNow(door, next.family, next.invoice.id)).toMatchObject({ amount_paid: paid });
      expect(await verifyBooks(door.database)).toEqual([]);
      unfinished = done ? null : next;
      pending += done ? 0 : 1;
      if (at === 'commit') {
        const after = startMortal();
        expect(await after.verify(next.payment.id)).toBe(409);
        await after.close();
      }
    }
    expect(pending).toBeGreaterThan(tryAll() ? 12 : 2);
  });

  longTest(
    'when it dies after a payment was taken, then the repeat with its key gets the first response',
    async () => {
      const { family, invoice } = await invoiceOf(world);
      const body = paymentForm(world.admission, family, invoice);
      const key = { 'idempotency-key': 'bayar-lalu-mati' };
      const path = '/api/enrollment-invoice-payments';
      const first = await start();
      const answered = await first.call('POST', path, family, body, key);
      expect(answered.status).toBe(201);
      await first.kill();
      const second = await start();
      const repeated = await second.call('POST', path, family, body, key);
      expect([repeated.status, await repeated.json()]).toEqual([201, await answered.json()]);
      await second.kill();

      const { family: another, invoice: other } = await invoiceOf(world);
      const unanswered = paymentForm(world.admission, another, other);
      const third = await start();
      await third.arm('commit');
      await expect(third.call('POST', path, another, unanswered, key)).rejects.toThrow('fetch failed');
      await third.gone();
      const fourth = await start();
      expect((await fourth.call('POST', path, another, unanswered, key)).status).toBe(201);
      await fourth.kill();
      const rows = await world.door
        .db('enrollment_invoice_payments')
        .where({ enrollment_invoice_id: other.id });
      expect(rows).toHaveLength(1);
    },
  );
});
