import { closeBankDay, listBankDays } from '@gerbang/contracts/bank-days';
import {
  type BankLine,
  exportBankLines,
  listBankLines,
  summarizeBankLines,
} from '@gerbang/contracts/bank-statements';
import type { Refund } from '@gerbang/contracts/refund-shapes';
import { listRefunds, readRefund } from '@gerbang/contracts/refunds';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { previewRetention, runRetention } from '@gerbang/service-kit/data/retention';
import { retentionRules } from '../src/retention.ts';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { ACCOUNT } from './bank-bookings.ts';
import { upload } from './bank-uploads.ts';
import { billed, payInBooks } from './enrollments.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { approved, begun, codeOf, pay, useRefunds } from './refunds.ts';

const today = jakartaDay(new Date());

describe('refunds and the lines of the bank', () => {
  let world: World;
  let finance: Caller;
  let head: Caller;
  useRefunds(openPayments, (desk) => ({ world, finance, head } = desk));

  /** An approved refund of this much. */
  async function agreed(back: number): Promise<Refund> {
    const { door } = world;
    const made = await billed(door, { payment_scheme: 'installment' });
    await payInBooks(door, made.invoices[0]!, 5_000_000);
    const line = { kind: 'invoice', target: made.invoices[0]!.id, back };
    return approved(door, finance, head, made.copy.id, [line]);
  }
  async function sent(...money: { amount: number; text: string; day?: string }[]): Promise<void> {
    const lines = money.map((one) => ({ day: today, direction: 'out' as const, ...one }));
    const answer = await upload(world.door, finance, lines);
    if (answer.statusCode !== 201) throw new Error(answer.body);
  }
  const rowOf = async ({ number }: Refund): Promise<Refund> =>
    ((await world.door.call(listRefunds, finance, { query: `search=${number}` })).json() as Refund[])[0]!;
  const outgoing = async (more = '', by = finance): Promise<BankLine[]> =>
    (await world.door.call(listBankLines, by, { query: `direction=out&limit=200${more}` })).json();

  test('when lines go out, then each is offered by number, owner or amount, and none of their text is kept', async () => {
    const refund = await agreed(1_250_000);
    await sent(
      { amount: 1_250_000, text: 'TRSF E-BANKING DB 1911/FTSCY BUDI SANTOSO' },
      { amount: 1_250_000, text: 'BI-FAST DB LISTRIK PLN' },
      { amount: 1_250_001, text: `TRSF DB ${refund.number.replaceAll('-', '')} SISA` },
      { amount: 77_000, text: 'TRSF E-BANKING DB BUDI SANTOSO' },
    );
    expect((await rowOf(refund)).offers.map(({ by, amount, booked_on }) => [by, amount, booked_on])).toEqual([
      ['owner', 1_250_000, today],
      ['amount', 1_250_000, today],
      ['number', 1_250_001, today],
    ]);
    const lines = await outgoing(`&search=${refund.number}`);
    expect(
      lines.map(({ refunds, amount }) => [amount, refunds?.map(({ number, by }) => [number, by])]),
    ).toEqual(
      expect.arrayContaining([
        [1_250_000, [[refund.number, 'owner']]],
        [1_250_001, [[refund.number, 'number']]],
      ]),
    );
    expect((await outgoing('&search=77000')).map(({ refunds }) => refunds)).toEqual([[]]);
    const rows = await world.door.db('bank_lines').where({ direction: 'out' });
    expect(rows.filter(({ description, bank_reference }) => description ?? bank_reference)).toEqual([]);
    const incoming: BankLine[] = (await world.door.call(listBankLines, finance)).json();
    expect(incoming.filter((line) => 'refunds' in line || line.direction === 'out')).toEqual([]);
    const sums = (query: string) => world.door.call(summarizeBankLines, finance, { query });
    expect((await sums('direction=out')).json().status.new.lines).toBeGreaterThan(3);
    const file = await world.door.call(exportBankLines, finance, { query: 'direction=out&format=csv' });
    expect(file.body).toContain(refund.number);
  });

  test('when the line of its amount is chosen, then line and refund are booked by each other', async () => {
    const { door } = world;
    const refund = await agreed(1_300_000);
    await sent({ amount: 1_300_000, text: `DB ${refund.number}` });
    const [offer] = (await rowOf(refund)).offers;
    const done: Refund = (await pay(door, finance, refund, { bank_line_id: offer!.line_id })).json();
    expect(done).toMatchObject({
      status: 'paid',
      paid_on: today,
      proof_url: null,
      bank_line_id: offer!.line_id,
      offers: [],
    });
    const [line] = await outgoing(`&search=${refund.number}`);
    expect(line).toMatchObject({
      status: 'booked',
      refunds: [{ id: refund.id, number: refund.number, total: 1_300_000, by: null }],
    });
    expect(await verifyBooks(door.database)).toEqual([]);
    const trail = await door.db('audit_events').where({ subject_id: offer!.line_id });
    expect(trail).toMatchObject([{ action: 'bank_line.booked', details: { numbers: [refund.number] } }]);
  });

  test('when a slip has noted the transfer, then its line that comes later says so', async () => {
    const { door } = world;
    const refund = await agreed(1_320_000);
    const proof = world.admission.upload(finance);
    expect((await pay(door, finance, refund, { proof })).statusCode).toBe(200);
    await sent({ amount: 1_320_000, text: `DB ${refund.number}` }, { amount: 1_320_000, text: 'DB LAIN' });
    const lines = await outgoing('&search=1320000');
    expect(lines.map(({ status }) => status)).toEqual(['new', 'new']);
    const noted = {
      id: refund.id,
      number: refund.number,
      child_name: 'Aisyah Putri',
      total: 1_320_000,
      noted: true,
    };
    expect(lines.map(({ refunds }) => refunds)).toEqual(
      expect.arrayContaining([[{ ...noted, by: 'amount' }], [{ ...noted, by: 'number' }]]),
    );
  });

  test('when as much came in as a refund sends, then the bank is not said to have taken it back', async () => {
    const { door } = world;
    const checksOf = async (...money: Parameters<typeof upload>[2][number][]) => {
      const answer = await upload(door, finance, money);
      const { statement } = answer.json() as { statement: { checks: { check: string; result: string }[] } };
      return statement.checks.find(({ check }) => check === 'reversals')?.result;
    };
    const doubts = (amount: number) =>
      door.db('bank_lines').where({ amount, direction: 'in' }).pluck('doubt');
    const line = (amount: number, text: string, direction: 'in' | 'out') => ({
      day: today,
      amount,
      text,
      direction,
    });
    const named = await agreed(1_330_000);
    const both = [line(1_330_000, 'CR SITI', 'in'), line(1_330_000, `DB ${named.number}`, 'out')] as const;
    expect(await checksOf(...both)).toBe('passed');
    expect(await checksOf(line(1_330_000, 'CR RINA', 'in'))).toBe('passed');
    expect(await doubts(1_330_000)).toEqual([null, null]);
    // Of the amount alone it is not known before the line is booked.
    const unnamed = await agreed(1_340_000);
    expect(await checksOf(line(1_340_000, 'CR SITI', 'in'))).toBe('passed');
    expect(await checksOf(line(1_340_000, 'DB', 'out'))).toBe('warning');
    expect(await doubts(1_340_000)).toEqual(['taken_back']);
    const [offer] = (await rowOf(unnamed)).offers;
    expect((await pay(door, finance, unnamed, { bank_line_id: offer!.line_id })).statusCode).toBe(200);
    expect(await doubts(1_340_000)).toEqual([null]);
    expect(await checksOf(line(1_340_000, 'CR RINA', 'in'))).toBe('passed');
  });

  test('when the line is of another amount, came in, or is not there, then nothing is booked', async () => {
    const { door } = world;
    const refund = await agreed(1_400_000);
    await sent({ amount: 1_399_000, text: `DB ${refund.number}` });
    expect((await upload(door, finance, [{ day: today, amount: 1_400_000, text: 'CR' }])).statusCode).toBe(
      201,
    );
    const [offer] = (await rowOf(refund)).offers;
    const refused = async (bank_line_id: string) =>
      codeOf(await pay(door, finance, refund, { bank_line_id }));
    expect(await refused(offer!.line_id)).toBe('409 differs');
    const { id } = await door.db('bank_lines').where({ direction: 'in', amount: 1_400_000 }).first('id');
    expect(await refused(id)).toBe('404 not_found');
    expect(await refused(refund.id)).toBe('404 not_found');
    const both = { bank_line_id: offer!.line_id, proof: world.admission.upload(finance) };
    expect(codeOf(await pay(door, finance, refund, both))).toBe('400 bad_request');
    await door
      .db('bank_lines')
      .where({ id: offer!.line_id })
      .update({ booked_on: '2026-01-02', amount: 1_400_000 });
    expect(await refused(offer!.line_id)).toBe('422 returned_on');
    expect((await rowOf(refund)).offers).toEqual([]);
    expect(await door.db('refund_ledger').where({ refund_id: refund.id })).toEqual([]);
    expect(await door.db('bank_lines').where({ id: offer!.line_id })).toMatchObject([{ status: 'new' }]);
  });

  test('when many people book two refunds by one line at once, then one refund is paid by it once', async () => {
    const { door } = world;
    const [one, two] = [await agreed(1_500_000), await agreed(1_500_000)];
    const admin = await door.caller('admin');
    await sent({ amount: 1_500_000, text: 'DB' });
    const [offer] = (await rowOf(one)).offers;
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        pay(door, at % 4 < 2 ? finance : admin, at % 2 ? one : two, { bank_line_id: offer!.line_id }),
      ),
    );
    const codes = all.map((answer) => codeOf(answer));
    expect(codes.filter((code) => code === '200 paid')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['200 paid', '409 line_taken', '409 stale']));
    expect(await door.db('refunds').where({ bank_line_id: offer!.line_id })).toHaveLength(1);
    expect(await verifyBooks(door.database)).toEqual([]);
  });

  test('when one refund meets two lines and a slip at once, then one of them pays it', async () => {
    const { door } = world;
    const refund = await agreed(1_600_000);
    await sent({ amount: 1_600_000, text: 'DB SATU' }, { amount: 1_600_000, text: 'DB DUA' });
    const [first, second] = (await rowOf(refund)).offers;
    const proof = world.admission.upload(finance);
    const ways = [{ bank_line_id: first!.line_id }, { bank_line_id: second!.line_id }, { proof }];
    const all = await Promise.all(
      Array.from({ length: 42 }, (_, at) => pay(door, finance, refund, ways[at % 3]!)),
    );
    expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const booked = await door.db('bank_lines').where({ amount: 1_600_000, status: 'booked' });
    const slip = (await door.db('refunds').where({ id: refund.id }).first()).proof_file_id === null ? 0 : 1;
    expect(booked.length + slip).toBe(1);
    expect(await verifyBooks(door.database)).toEqual([]);
  });

  test('when a day is closed and a refund is booked by a line of it, then it is open again and counts what went back', async () => {
    const { door } = world;
    await door.db('bank_lines').where({ direction: 'in', status: 'new' }).update({
      status: 'ignored',
      ignored_reason: 'Bukan keluarga',
    });
    const refund = await agreed(1_700_000);
    await sent({ amount: 1_700_000, text: `DB ${refund.number}` });
    const close = () => door.call(closeBankDay, finance, { params: { account: ACCOUNT, day: today } });
    expect((await close()).json().closed).not.toBeNull();
    const [offer] = (await rowOf(refund)).offers;
    expect((await pay(door, finance, refund, { bank_line_id: offer!.line_id })).statusCode).toBe(200);
    const day = async () =>
      (
        (await door.call(listBankDays, finance, { query: `month=${today.slice(0, 7)}` })).json() as {
          day: string;
        }[]
      ).find((one) => one.day === today);
    const { sum } = await door
      .db('bank_lines')
      .where({ direction: 'out', status: 'booked' })
      .first(door.db.raw('sum(amount)::bigint as sum'));
    expect(await day()).toMatchObject({ closed: null, difference: 0, returned: Number(sum) });
    expect((await close()).json()).toMatchObject({
      returned: Number(sum),
      closed: { by: { name: 'Fina Keuangan' } },
    });
    expect(await verifyBooks(door.database)).toEqual([]);
    const reopened = await door.db('audit_events').where({ action: 'bank_day.reopened' });
    expect(reopened).toMatchObject([{ details: { reopen_cause: 'refund_paid' } }]);
  });

  test('when a refund ended ten years ago, then where it went ends; one that waits keeps it', async () => {
    const { door } = world;
    const [old, waiting] = [await agreed(1_900_000), await agreed(1_950_000)];
    expect((await pay(door, finance, old, { proof: world.admission.upload(finance) })).statusCode).toBe(200);
    await door.db.transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica');
      const ids = [old.id, waiting.id];
      await trx('refund_events').whereIn('refund_id', ids).update({ at: '2015-01-01' });
    });
    const rules = retentionRules(door.database).filter(({ name }) => name === 'refund_accounts');
    expect(await previewRetention(door.db, rules)).toEqual({ refund_accounts: 1 });
    expect(await runRetention({ database: door.database, now: () => new Date() }, rules)).toEqual({
      refund_accounts: 1,
    });
    expect((await rowOf(old)).account).toBeNull();
    expect((await rowOf(waiting)).account).not.toBeNull();
  });

  test('when a draft is there and not agreed, then its number in a text says nothing', async () => {
    const { door } = world;
    const made = await billed(door, { payment_scheme: 'installment' });
    await payInBooks(door, made.invoices[0]!, 5_000_000);
    const draft = await begun(door, finance, made.copy.id, [
      { kind: 'invoice', target: made.invoices[0]!.id, back: 1_800_000 },
    ]);
    await sent({ amount: 1_800_000, text: `DB ${draft.number}` });
    expect((await outgoing('&search=1800000')).map(({ refunds }) => refunds)).toEqual([[]]);
    const read: Refund = (await door.call(readRefund, finance, { params: { id: draft.id } })).json();
    expect(read.offers).toEqual([]);
  });
});
