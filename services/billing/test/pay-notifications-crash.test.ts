import { inParts } from '@gerbang/domain/testing/runs';
import { createVerifier } from '@gerbang/service-kit/http/identity';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { mortalDatabase, type PointOfDeath } from '@gerbang/service-kit/testing/mortal-database';
import { buildApp } from '../src/app.ts';
import { buildContext } from '../src/context.ts';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { billingProcesses } from './billing-processes.ts';
import { invoiceNow, invoiceOf } from './payment-calls.ts';
import { ask, type BankWorld, notify, openBankAndPayments } from './pay-requests.ts';

const TOTAL = 5_000_000;

describe('a notification of the provider whose process is killed', () => {
  let world: BankWorld;
  let processes: ReturnType<typeof billingProcesses>;
  beforeAll(async () => {
    world = await openBankAndPayments();
    processes = billingProcesses(world.door, world.env);
  });
  afterAll(async () => {
    processes.end();
    await world.close();
  });

  /** A payment that the portal was not told of, and the signed call that tells. */
  async function paid() {
    const { family, invoice } = await invoiceOf(world, TOTAL);
    const { id } = (await ask(world.door, family, { kind: 'invoice', id: invoice.id, channel: 'va' })).json();
    const { request_no: no } = await world.door.db('pay_requests').where({ id }).first();
    const { payments } = await world.bank.pay(no, { notify: 'off' });
    const { created } = await world.bank.find(no);
    const { partnerServiceId, customerNo, virtualAccountNo } = JSON.parse(created.raw);
    const raw = JSON.stringify({
      partnerServiceId,
      customerNo,
      virtualAccountNo,
      trxId: no,
      paymentRequestId: payments[0]?.payment_id,
      paidAmount: { value: `${TOTAL}.00`, currency: 'IDR' },
      referenceNo: payments[0]?.rrn,
    });
    const { path, headers } = await world.bank.sign({ channel: 'va', raw });
    return { family, invoice, no: String(no), tell: (base: string) => notify(base, path, headers, raw) };
  }
  const stored = (no: string) => world.door.db('pay_notifications').where({ request_no: no });

  /** The service of which only the database dies; it listens. */
  async function startMortal() {
    const { config } = world.door.context;
    const { database, arm, died } = mortalDatabase(config.DATABASE_URL);
    const logger = createLogger('mortal', 'silent');
    const identity = createVerifier(config.IDENTITY_KEYS, 'billing');
    const app = buildApp({ name: 'billing', logger, identity }, buildContext(config, database, logger));
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    return {
      url,
      arm: async (at: PointOfDeath) => arm(at),
      gone: () => died,
      // Nothing of a dead one ever ends by itself.
      async kill() {
        app.server.closeAllConnections();
        app.server.close();
      },
    };
  }

  test('when it is killed before any statement or after the commit, then what was answered 2xx is on disk, and it is booked once', async () => {
    const counting = await startMortal();
    const first = await paid();
    await counting.arm(null);
    expect((await first.tell(counting.url)).responseCode).toBe('2002500');
    const statements = await counting.arm(null);
    await counting.kill();
    expect(statements).toBeGreaterThan(12);

    let unheard = 0;
    const middle = Math.floor(statements / 2);
    const between = Array.from({ length: statements }, (_all, index) => index + 1);
    // The death in the middle and the one between commit and answer are those of a real process.
    for (const at of [...inParts(between, { of: 5, always: middle }), 'commit'] as const) {
      const victim = at === middle || at === 'commit' ? await processes.start() : await startMortal();
      const next = await paid();
      await victim.arm(at);
      const answer = next.tell(victim.url).catch(() => null);
      // A process without its database may still answer, what it has stored.
      const told = await Promise.race([answer, victim.gone().then(() => null)]);
      const words = await stored(next.no);
      if (told !== null) expect([at, told.status, words.length]).toEqual([at, 200, 1]);
      else unheard += 1;
      await victim.kill();
      // The bank was not answered and tells again.
      expect((await next.tell(world.base)).responseCode).toBe('2002500');
      expect(await stored(next.no)).toMatchObject([{ outcome: 'booked', answer_code: '2002500' }]);
      const invoice = await invoiceNow(world.door, next.family, next.invoice.id);
      expect(invoice).toMatchObject({ amount_paid: TOTAL });
      expect(await verifyBooks(world.door.database)).toEqual([]);
    }
    expect(unheard).toBeGreaterThan(2);
  });
});
