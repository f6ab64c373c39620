import type { EventPayload } from '@gerbang/contracts/events';
import { getRegistration } from '@gerbang/contracts/registrations';
import { reverseFee, verifyPayment } from '@gerbang/contracts/registration-payments';
import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { publishedSince } from './families.ts';
import { inState, record, traces } from './staff.ts';

type Told = EventPayload<'fee.returned'>;

describe('a registration fee that goes back to its family', () => {
  let door: Door;
  let finance: Caller;
  beforeAll(async () => {
    door = await openDoor();
    finance = await door.caller('finance', 'Fina Keuangan');
  });
  afterAll(() => door.close());

  const tell = (id: string, told: Partial<Told>) => {
    const event = { registration_id: id, version: 1, returned: 0, promised: 0, ...told };
    const meta = { id: uuidv7(), version: event.version, requestId: undefined };
    return door.database.transaction((trx) => eventHandlers(door.context)['fee.returned']!(trx, event, meta));
  };
  const paidBack = (amount = 350_000, version = 4): Partial<Told> => ({
    version,
    returned: amount,
    actor: { id: finance.id, name: 'Fina Keuangan', role: 'finance' },
  });
  const turn = (id: string, to: 'paid' | 'rejected') =>
    door.call(verifyPayment, finance, {
      params: { id },
      body: { payment_status: to, ...(to === 'rejected' && { rejection_reason: 'Bukti keliru' }) },
    });
  const reverse = async (id: string) => {
    const { version } = await door.db('registrations').where({ id }).first('version');
    return door.call(reverseFee, finance, {
      params: { id },
      body: { reason: 'Uangnya tidak jadi masuk', version },
      headers: { 'idempotency-key': uuidv7() },
    });
  };
  const trail = (id: string) =>
    door.db('audit_events').where({ subject_id: id, action: 'registration.fee_returned' });
  const row = (id: string) => door.db('registrations').where({ id }).first();

  test('when it was paid back, then family and staff read how much, once, whatever comes twice or late', async () => {
    const { family, made } = await inState(door, 'verified');
    const { id } = made;
    const own = async () => (await door.call(getRegistration, family, { params: { id } })).json();
    expect(await own()).not.toHaveProperty('fee_returned');
    await tell(id, { version: 3, promised: 200_000 });
    expect(await own()).not.toHaveProperty('fee_returned');
    expect(await trail(id)).toEqual([]);
    for (let times = 0; times < 3; times += 1) await tell(id, paidBack(200_000));
    await tell(id, { version: 3, promised: 200_000 });
    expect((await own()).fee_returned).toBe(200_000);
    expect((await record(door, finance, id)).fee_returned).toBe(200_000);
    expect(await row(id)).toMatchObject({ payment_status: 'verified', fee_promised: 0 });
    expect(await trail(id)).toMatchObject([
      { actor_id: finance.id, details: { fee_returned: { from: 0, to: 200_000 } } },
    ]);
  });

  test('when money of it went back or is promised to, then the fee is not undone, and staff read why and what helps', async () => {
    const { made } = await inState(door, 'verified');
    const { id } = made;
    const refused = async (words: RegExp) => {
      for (const undo of [() => turn(id, 'paid'), () => turn(id, 'rejected'), () => reverse(id)]) {
        const before = await traces(door, id);
        const answer = (await undo()).json();
        expect(answer).toMatchObject({ statusCode: 409, code: 'money_returned' });
        expect(answer.message).toMatch(words);
        expect(await traces(door, id)).toEqual(before);
      }
    };
    await tell(id, { version: 3, promised: 350_000 });
    await refused(/^Pengembalian Rp.350\.000 .+ sudah disetujui\. Batalkan dahulu/u);
    await tell(id, paidBack());
    await refused(/^Dari biaya ini Rp.350\.000 sudah dikembalikan .+ hubungi bagian keuangan\.$/u);
  });

  test('when the promise is taken back, then the fee can be undone again', async () => {
    const { made } = await inState(door, 'verified');
    await tell(made.id, { version: 3, promised: 350_000 });
    await tell(made.id, { version: 4 });
    expect((await turn(made.id, 'paid')).json()).toMatchObject({ payment_status: 'paid' });
  });

  test('when the result is known, then a second person is asked as before, and billing looks at the money', async () => {
    const { made } = await inState(door, 'verified', 'passed');
    await tell(made.id, paidBack());
    const since = door.published.length;
    expect((await reverse(made.id)).statusCode).toBe(202);
    expect(publishedSince(door, since, 'fee.reversal.asked')).toHaveLength(1);
  });

  test('when forty undo a fee while its money goes back, then it is undone at most once, and never after that', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const { made } = await inState(door, 'verified');
      const { id } = made;
      const undo = (at: number) => (at % 2 === 0 ? turn(id, 'paid') : reverse(id));
      const half = round % 2 === 0 ? 0 : 20;
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 40 }, (_none, at) => undo(at))),
        (async () => {
          if (half > 0) await turn(id, 'paid');
          await tell(id, paidBack());
        })(),
      ]);
      const now = await row(id);
      expect(now.fee_returned).toBe(350_000);
      expect(await trail(id)).toHaveLength(1);
      const moves = await door.db('registration_payment_events').where({ registration_id: id });
      // Undone by the first that came, or not at all.
      expect(moves.filter(({ from_status }) => from_status === 'verified').length).toBe(
        now.payment_status === 'verified' ? 0 : 1,
      );
      for (const answer of answers) {
        expect([200, 409]).toContain(answer.statusCode);
        seen.add(String(answer.json().code ?? answer.statusCode));
      }
    }
    expect(seen.size).toBeGreaterThan(1);
  });

  test('when what billing says comes in any order, then the newest holds', async () => {
    const told = fc.uniqueArray(
      fc.record({
        version: fc.integer({ min: 1, max: 40 }),
        returned: fc.constantFrom(0, 100_000, 350_000),
        promised: fc.constantFrom(0, 50_000),
      }),
      { selector: ({ version }) => version, minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(told, async (events) => {
        const { made } = await inState(door, 'verified');
        for (const event of events) await tell(made.id, event);
        const newest = events.toSorted((one, two) => two.version - one.version)[0]!;
        expect(await row(made.id)).toMatchObject({
          fee_returned: newest.returned,
          fee_promised: newest.promised,
          fee_returned_version: newest.version,
        });
      }),
      { numRuns: runs(200) },
    );
  });
});
