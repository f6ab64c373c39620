import { bookMatches } from '@gerbang/contracts/bank-matches';
import { createVerifier } from '@gerbang/service-kit/http/identity';
import { createLogger } from '@gerbang/service-kit/program/logger';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { mortalDatabase } from '@gerbang/service-kit/testing/mortal-database';
import { buildApp } from '../src/app.ts';
import { buildContext } from '../src/context.ts';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { book, looseMoney, lostMoney, matchedInvoice, newKey } from './bank-bookings.ts';
import { openPayments, type World } from './invoice-payments.ts';

jest.setTimeout(600_000);

const TOTAL = 1_000_000;

describe('a booking that is cut short', () => {
  let world: World;
  let staff: Caller;
  let add = 0;
  beforeAll(async () => {
    world = await openPayments();
    staff = await world.door.caller('finance', 'Fina Keuangan');
  });
  afterAll(() => world.close());

  async function matched(): Promise<{ id: string; invoiceId: string; line: string }> {
    add = (add % 900) + 1;
    const { id, invoice, line } = await matchedInvoice(world, TOTAL + add * 1000, add);
    return { id, invoiceId: invoice.id, line };
  }

  /** The service as a further process, of which only the database dies. */
  function startMortal() {
    const { config } = world.door.context;
    const { database, arm, died } = mortalDatabase(config.DATABASE_URL);
    const logger = createLogger('mortal', 'silent');
    const identity = createVerifier(config.IDENTITY_KEYS, 'billing');
    const app = buildApp({ name: 'billing', logger, identity }, buildContext(config, database, logger));
    const send = (ids: readonly string[], key: string) =>
      app.inject({
        method: bookMatches.method,
        url: bookMatches.path,
        headers: {
          ...world.door.headers(staff),
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        payload: JSON.stringify({ match_ids: ids }),
      });
    const close = async () => {
      await app.close();
      await database.close();
    };
    return { send, arm, died, close };
  }

  test('when it dies anywhere, then the repeat with its key books the rest, and everything once', async () => {
    const { door } = world;
    const counting = startMortal();
    const counted = [await matched(), await matched()];
    const first = await counting.send(
      counted.map(({ id }) => id),
      newKey(),
    );
    expect(first.json().booked).toHaveLength(2);
    const statements = counting.arm(null);
    await counting.close();
    expect(statements).toBeGreaterThan(30);
    let halves = 0;
    for (let at = 1; at <= statements; at += 3) {
      const made = [await matched(), await matched()];
      const ids = made.map(({ id }) => id);
      const lines = made.map(({ line }) => line);
      const key = newKey();
      const victim = startMortal();
      victim.arm(at);
      void victim.send(ids, key);
      await victim.died;
      // The database notices the broken connection a moment later; until then it holds the rows.
      await door.db.transaction((trx) => trx('bank_lines').whereIn('id', lines).forUpdate());
      const done = await door.db('bank_lines').whereIn('id', lines).where({ status: 'booked' });
      if (done.length === 1) halves += 1;
      expect(await lostMoney(door)).toEqual([]);
      let answer = await book(door, staff, ids, key);
      // Its key's lock goes with its connection, too.
      while (answer.statusCode === 409) answer = await book(door, staff, ids, key);
      expect(answer.statusCode).toBe(200);
      expect(answer.json().refused).toEqual([]);
      expect(answer.json().booked.map((one: { match_id: string }) => one.match_id)).toEqual(ids);
      const payments = await door.db('enrollment_invoice_payments').whereIn(
        'enrollment_invoice_id',
        made.map(({ invoiceId }) => invoiceId),
      );
      expect(payments).toHaveLength(2);
      expect(await looseMoney(door)).toEqual([]);
    }
    expect(halves).toBeGreaterThan(0);
    expect(await verifyBooks(door.database)).toEqual([]);
    expect(await lostMoney(door)).toEqual([]);
  });
});
