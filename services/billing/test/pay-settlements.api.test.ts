import { exportPayRequests, summarizePayRequests, listPayRequests } from '@gerbang/contracts/pay-requests';
import {
  createPaySettlement,
  listPaySettlements,
  matchPaySettlement,
} from '@gerbang/contracts/pay-settlements';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import { readCsv } from '@gerbang/service-kit/testing/read-csv';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { sendDigest } from '../src/bank-days/send-digest.ts';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { compareSettlements } from '../src/pay-settlements/compare-settlements.ts';
import { type Lines, openLines } from './bank-lines.ts';
import { invoiceOf } from './payment-calls.ts';
import { ask, type BankWorld, openBankAndPayments } from './pay-requests.ts';

describe('settlements of the provider', () => {
  const TODAY = jakartaDay(new Date());
  const clock = (day: string, time: string) => new Date(`${day}T${time}:00+07:00`);
  let world: BankWorld;
  let lines: Lines;
  let staff: Caller;
  beforeEach(async () => {
    world = await openBankAndPayments();
    lines = await openLines(world.door);
    staff = await world.door.caller('finance', 'Fina Keuangan');
  });
  afterEach(async () => {
    expect(await verifyBooks(world.door.database)).toEqual([]);
    await world.close();
  });

  /** A family's request by this way, paid at the bank. */
  async function paid(amount: number, channel = 'va') {
    const { family, invoice } = await invoiceOf(world, amount);
    const made = await ask(world.door, family, { kind: 'invoice', id: invoice.id, channel });
    const { request_no: no } = await world.door.db('pay_requests').where({ id: made.json().id }).first();
    await world.bank.pay(String(no));
    return made.json().id as string;
  }
  const note = (body: object) =>
    world.door.call(createPaySettlement, staff, { body: { settled_on: TODAY, paid_on: TODAY, ...body } });
  const match = (id: string, line: string) =>
    world.door.call(matchPaySettlement, staff, { params: { id }, body: { bank_line_id: line } });
  const settled = (amount: number) => lines.line({ status: 'settlement', amount, booked_on: TODAY });
  const settle = (channel: 'va' | 'qris', fee: number) => world.bank.settle({ day: TODAY, channel, fee });
  const rowOf = async (id: string) =>
    (await world.door.call(listPayRequests, staff)).json().find((row: { id: string }) => row.id === id);
  const summary = async () => (await world.door.call(summarizePayRequests, staff)).json();
  const digests = () =>
    world.door.published
      .filter(({ payload }) => payload.kind === 'finance_digest')
      .map(({ payload }) => payload.params);

  test('when the day’s lump line is matched, then the difference is 0 and its requests are settled', async () => {
    const one = await paid(5_000_000);
    await paid(250_000);
    const qris = await paid(1_000_000, 'qris');
    expect(await rowOf(one)).toMatchObject({ status: 'paid', settled_on: null });
    const file = await world.door.call(exportPayRequests, staff, {
      query: 'format=csv&channel=qris&status=paid',
    });
    const [head, ...rows] = readCsv(file.body);
    const taken = rows.map((row) => Object.fromEntries((head ?? []).map((title, at) => [title, row[at]])));
    expect(taken).toEqual([
      expect.objectContaining({ Saluran: 'QRIS', Jumlah: '1000000', Dibayar: '1000000', Keadaan: 'Lunas' }),
    ]);
    const handed = await settle('va', 8800);
    expect(handed).toMatchObject({
      gross: 5_250_000,
      fee: 8800,
      net: 5_241_200,
      requests: [expect.any(String), expect.any(String)],
    });

    const made = await note({ channel: 'va', fee: handed.fee, net: handed.net });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject({
      settled_on: TODAY,
      paid_on: TODAY,
      channel: 'va',
      gross: 5_250_000,
      fee: 8800,
      net: 5_241_200,
      paid: 5_250_000,
      requests: 2,
      source: 'typed',
      status: 'open',
      bank_line_id: null,
      line: null,
      difference: null,
    });
    const { id } = made.json();
    const line = await settled(handed.net);
    const matched = await match(id, line);
    expect([matched.statusCode, matched.json()]).toMatchObject([
      200,
      {
        status: 'matched',
        bank_line_id: line,
        line: { amount: handed.net, booked_on: TODAY },
        difference: 0,
      },
    ]);
    // The same again changes nothing, and nothing else takes its place.
    expect((await match(id, line)).json()).toEqual(matched.json());
    expect((await match(id, await settled(handed.net))).json()).toMatchObject({ code: 'settlement_matched' });
    expect(await rowOf(one)).toMatchObject({ settled_on: TODAY });
    expect(await rowOf(qris)).toMatchObject({ settled_on: null });
    const month = TODAY.slice(0, 7);
    const listed = await world.door.call(listPaySettlements, staff, { query: `month=${month}` });
    expect(listed.json()).toEqual([matched.json()]);
    const other = await world.door.call(listPaySettlements, staff, { query: 'month=2020-01' });
    expect(other.json()).toEqual([]);
  });

  test('when a settlement is noted twice, or of a day to come, then it is refused', async () => {
    expect((await note({ channel: 'va', fee: 0, net: 1000 })).statusCode).toBe(201);
    const again = await note({ channel: 'va', fee: 10, net: 1000 });
    expect([again.statusCode, again.json().code]).toEqual([409, 'settlement_known']);
    // Another channel, or another day of payments, is another settlement.
    expect((await note({ channel: 'qris', fee: 0, net: 1000 })).statusCode).toBe(201);
    expect((await note({ channel: 'va', paid_on: addDays(TODAY, -1), fee: 0, net: 1000 })).statusCode).toBe(
      201,
    );
    for (const days of [{ settled_on: addDays(TODAY, 1) }, { settled_on: addDays(TODAY, -1) }]) {
      expect((await note({ channel: 'va', fee: 0, net: 1000, ...days })).statusCode).toBe(422);
    }
    const sent = Array.from({ length: 40 }, () =>
      note({ channel: 'qris', paid_on: '2026-01-01', fee: 1, net: 2 }),
    );
    const codes = (await Promise.all(sent)).map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    expect(codes.filter((code) => code === 409)).toHaveLength(39);
  });

  test('when the line has another amount, then the difference is told, and the settlement may be noted anew', async () => {
    const { id } = (await note({ channel: 'va', fee: 1000, net: 99_000 })).json();
    const line = await settled(98_500);
    const refused = await match(id, line);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'differs', details: { difference: -500 } },
    ]);
    const month = TODAY.slice(0, 7);
    const [row] = (await world.door.call(listPaySettlements, staff, { query: `month=${month}` })).json();
    expect(row).toMatchObject({ status: 'differs', bank_line_id: null });
    expect((await match(id, line)).json()).toMatchObject({ code: 'differs' });
    const again = await note({ channel: 'va', fee: 1500, net: 98_500 });
    expect([again.statusCode, again.json()]).toMatchObject([201, { id, status: 'open', gross: 100_000 }]);
    expect((await match(id, line)).json()).toMatchObject({ status: 'matched', difference: 0 });
    const trail = await world.door.db('audit_events').where({ subject_id: id }).orderBy('id').pluck('action');
    expect(trail).toEqual([
      'pay_settlement.noted',
      'pay_settlement.differs',
      'pay_settlement.corrected',
      'pay_settlement.matched',
    ]);
  });

  test('when a line is no settlement, taken, or unknown, then it is not matched', async () => {
    const one = (await note({ channel: 'va', fee: 0, net: 1000 })).json().id;
    const two = (await note({ channel: 'qris', fee: 0, net: 1000 })).json().id;
    const plain = await lines.line({ status: 'new', amount: 1000 });
    expect((await match(one, plain)).json()).toMatchObject({ code: 'line_state' });
    expect((await match(one, one)).statusCode).toBe(404);
    expect((await match(plain, plain)).statusCode).toBe(404);
    // Whoever comes first has it.
    const line = await settled(1000);
    const answers = await Promise.all([match(one, line), match(two, line)]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    const late = answers.find(({ statusCode }) => statusCode === 409);
    expect(late?.json()).toMatchObject({ code: 'line_taken' });
  });

  test('when what was handed over is not what was paid, then the morning finds it and the digest says so', async () => {
    await paid(5_000_000);
    const { id } = (await note({ channel: 'va', fee: 4400, net: 4_000_000 })).json();
    const next = addDays(TODAY, 1);
    world.door.setClock(clock(next, '05:59'));
    expect(await compareSettlements(world.door.context)).toBe(0);
    world.door.setClock(clock(next, '06:00'));
    expect(await compareSettlements(world.door.context)).toBe(1);
    expect(await compareSettlements(world.door.context)).toBe(0);
    expect(await world.door.db('pay_settlements').where({ id }).first()).toMatchObject({ status: 'differs' });
    world.door.setClock(clock(next, '17:00'));
    await sendDigest(world.door.context);
    expect(digests()).toContainEqual({
      lines: '1',
      receipts: '0',
      link: 'http://localhost:8080/admin/payments-online?bagian=settlements',
    });
  });

  test('when a day is not handed over, then it is named, and after five days the digest counts it', async () => {
    await paid(5_000_000);
    expect((await summary()).unsettled).toEqual([]);
    world.door.setClock(clock(addDays(TODAY, 1), '08:00'));
    const day = { channel: 'va', paid_on: TODAY, gross: 5_000_000, requests: 1 };
    expect((await summary()).unsettled).toEqual([day]);
    world.door.setClock(clock(addDays(TODAY, 4), '17:00'));
    expect(await sendDigest(world.door.context)).toBe(0);
    world.door.setClock(clock(addDays(TODAY, 5), '17:00'));
    expect(await sendDigest(world.door.context)).toBeGreaterThan(0);
    expect(digests()).toContainEqual(expect.objectContaining({ lines: '1', receipts: '0' }));
    expect((await note({ channel: 'va', fee: 0, net: 5_000_000 })).statusCode).toBe(201);
    expect((await summary()).unsettled).toEqual([]);
  });

  test('when a settlement is matched, then neither it nor its figures change any more', async () => {
    const { id } = (await note({ channel: 'va', fee: 0, net: 1000 })).json();
    await match(id, await settled(1000));
    for (const change of [
      { status: 'open', bank_line_id: null },
      { net: 2, gross: 2 },
    ]) {
      await expect(
        world.door
          .db('pay_settlements')
          .where({ id })
          .update({ ...change, version: 3 }),
      ).rejects.toThrow(/not allowed/u);
    }
    await expect(world.door.db('pay_settlements').where({ id }).delete()).rejects.toThrow(/never deleted/u);
  });
});
