import {
  ignoreBankLine,
  listBankLines,
  restoreBankLine,
  summarizeBankLines,
} from '@gerbang/contracts/bank-statements';
import { bookMatches } from '@gerbang/contracts/bank-matches';
import { DAY_MS } from '@gerbang/service-kit/program/timers';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { uuidv7 } from 'uuidv7';
import { matchOpenLines } from '../src/bank-matches/match-open-lines.ts';
import { proposeMatches, withdrawProposals } from '../src/bank-matches/propose-matches.ts';
import { StatementReader } from '../src/bank-statements/statement-reader.ts';
import { type Incoming, upload } from './bank-uploads.ts';
import { type Door, openDoor } from './door.ts';
import { billed, payInBooks } from './enrollments.ts';
import { ask, owing, SCHOOL, setSchool } from './payment-expectations.ts';

const TODAY = jakartaDay(new Date());
const NAMES = { father_name: 'Budi Santoso', mother_name: 'Rina Wati', child_name: 'Aisyah Putri' };
const STRANGERS = { father_name: 'Lain Sekali', mother_name: 'Tak Dikenal', child_name: 'Entah Siapa' };

describe('matching of uploaded statements', () => {
  let door: Door;
  let finance: Caller;
  let pass: () => Promise<void>;
  beforeAll(async () => {
    door = await openDoor();
    finance = await door.caller('finance', 'Fina Keuangan');
  });
  const reader = new StatementReader();
  afterAll(async () => {
    await reader.close();
    await door.close();
  });
  beforeEach(async () => {
    await door.db('bank_matches').delete();
    await door.db('bank_lines').delete();
    await door.db('payment_expectations').delete();
    await door.db('registrations').update({ deleted: true });
    await setSchool(door, { unique_code: { on: true, max: 999 } });
    pass = matchOpenLines(door.context, reader);
  });

  const money = (amount: number, text = 'BI-FAST CR 451', day = TODAY): Incoming => ({ day, amount, text });
  const lines = async (query = '', caller = finance) =>
    (await door.call(listBankLines, caller, { query })).json() as (Record<string, unknown> & {
      readonly id: string;
      readonly status: string;
      readonly matches: Record<string, unknown>[];
    })[];
  const statusOf = async (id: string) => (await lines()).find((line) => line.id === id)?.status;
  const asked = async (family: Caller, kind: 'registration_fee' | 'invoice', id: string, amount?: number) => {
    const answer = await ask(door, family, kind, id, amount);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json() as { transfer_amount: number; base: number; unique_add: number; reference: string };
  };
  const sums = async (query = '') => (await door.call(summarizeBankLines, finance, { query })).json();

  test('when forty families pay what they were asked for, then every line is exact, in list and sums', async () => {
    const wanted = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { family, copy } = await owing(door, 350_000, NAMES);
        return { copy, ...(await asked(family, 'registration_fee', copy.id)) };
      }),
    );
    const answer = await upload(
      door,
      finance,
      wanted.map(({ transfer_amount }) => money(transfer_amount)),
    );
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      matched: { exact: 40, strong: 0, possible: 0 },
      unknown: 0,
      known: 0,
    });
    const listed = await lines('confidence=exact');
    expect(listed).toHaveLength(40);
    for (const line of listed) {
      const own = wanted.find(({ transfer_amount }) => transfer_amount === line['amount']);
      expect(line).toMatchObject({ status: 'proposed', surplus: 0, unapplied: 0 });
      expect(line.matches).toEqual([
        {
          id: expect.any(String),
          kind: 'registration_fee',
          registration_id: own?.copy.id,
          invoice_id: null,
          number: own?.copy.registration_number,
          child_name: 'Aisyah Putri',
          family: expect.any(String),
          amount: 350_000,
          surplus: own?.unique_add,
          rest: 0,
          owed: 350_000,
          waiting_amount: null,
          confidence: 'exact',
          reasons: ['nominal unik', 'hari sama'],
          status: 'proposed',
          receipt_number: null,
        },
      ]);
    }
    const total = wanted.reduce((sum, { transfer_amount }) => sum + transfer_amount, 0);
    expect(await sums()).toMatchObject({
      status: { proposed: { lines: 40, amount: total }, new: { lines: 0 } },
      confidence: { exact: { lines: 40, amount: total }, strong: { lines: 0 }, possible: { lines: 0 } },
    });
  });

  test('when files of hundreds of lines overlap, then each payment is matched at its own line, wherever it stands', async () => {
    const places = [10, 260, 760, 1000];
    const wanted = await Promise.all(
      places.map(async () => {
        const { family, copy } = await owing(door, 350_000, NAMES);
        return { copy, ...(await asked(family, 'registration_fee', copy.id)) };
      }),
    );
    const all = Array.from({ length: 1100 }, (_none, at) => {
      const own = wanted[places.indexOf(at)];
      return money(own?.transfer_amount ?? 2_000_000 + at, `BI-FAST CR ${at}`);
    });
    expect((await upload(door, finance, all.slice(0, 800))).json()).toMatchObject({
      matched: { exact: 3, strong: 0, possible: 0 },
      unknown: 797,
      known: 0,
    });
    expect((await upload(door, finance, all.slice(300))).json()).toMatchObject({
      matched: { exact: 1, strong: 0, possible: 0 },
      unknown: 299,
      known: 500,
    });
    const exact = await lines('confidence=exact');
    expect(new Map(exact.map(({ amount, matches }) => [amount, matches[0]?.['registration_id']]))).toEqual(
      new Map(wanted.map(({ transfer_amount, copy }) => [transfer_amount, copy.id])),
    );
    expect(await door.db('bank_lines').count({ n: '*' }).first()).toEqual({ n: 1100 });
  });

  test('when two families owe an amount, then a line without a code is exact for neither', async () => {
    await owing(door, 350_000, STRANGERS);
    await owing(door, 350_000, STRANGERS);
    const answer = await upload(door, finance, [money(350_000, 'SETORAN TUNAI')]);
    expect(answer.json()).toMatchObject({ matched: { exact: 0, strong: 0, possible: 0 }, unknown: 1 });
    const { family, copy } = await owing(door, 350_000, STRANGERS);
    const { reference } = await asked(family, 'registration_fee', copy.id);
    await upload(door, finance, [money(350_000, `TRSF ${reference}`)]);
    expect(await lines('confidence=exact')).toEqual([]);
    const [line] = await lines('confidence=strong');
    expect(line?.matches.some((match) => match['registration_id'] === copy.id)).toBe(true);
  });

  test('when a line comes with a transfer fee, by name and slip, or without any hint, then its row says so', async () => {
    const { family, copy } = await owing(door, 350_000, NAMES);
    const { transfer_amount, unique_add } = await asked(family, 'registration_fee', copy.id);
    const { copy: named } = await owing(door, 400_000, {
      ...NAMES,
      payment_status: 'paid',
      payment_proof_at: new Date(Date.now() - DAY_MS),
    });
    await owing(door, 400_000, STRANGERS);
    await owing(door, 500_000, STRANGERS);
    const answer = await upload(door, finance, [
      money(transfer_amount + 2500),
      money(400_000, 'SWITCHING CR TRANSFER DR 008 WATI RINA'),
      money(500_000, 'SETORAN TUNAI'),
      money(123_456),
    ]);
    expect(answer.json()).toMatchObject({ matched: { exact: 0, strong: 2, possible: 1 }, unknown: 1 });
    expect(await lines('sort=amount')).toMatchObject([
      { status: 'new', matches: [] },
      {
        matches: [
          {
            registration_id: copy.id,
            amount: 350_000,
            surplus: unique_add,
            rest: 2500,
            reasons: ['nominal unik', 'hari sama', 'biaya transfer Rp 2.500'],
          },
        ],
      },
      {
        matches: [
          {
            registration_id: named.id,
            waiting_amount: 400_000,
            confidence: 'strong',
            reasons: ['nominal sama', 'nama mirip 1,00', 'selisih 1 hari'],
          },
        ],
      },
      { matches: [{ confidence: 'possible', rest: 0, reasons: ['nominal sama'] }] },
    ]);
    for (const search of [named.registration_number, 'aisyah']) {
      const found = await lines(`search=${search}`);
      expect(found.map((line) => line['amount'])).toContain(400_000);
      expect(found.map((line) => line['amount'])).not.toContain(123_456);
    }
    expect(await lines('status=new&confidence=strong')).toEqual([]);
    const reading = await door.caller('manager_pendidikan');
    expect(await lines('search=400000', reading)).toMatchObject([
      {
        description: 'SWITCHING CR TRANSFER DR ••• W••• R•••',
        matches: [{ child_name: 'Aisyah Putri' }],
      },
    ]);
  });

  test('when money comes to an account that the bill is not paid to, then it pays nothing', async () => {
    const [first] = SCHOOL.accounts;
    if (!first) throw new Error('The sample school has no account');
    const other = { ...first, key: 'kedua', account_number: '9876543210', purposes: ['invoice' as const] };
    const only = { ...first, purposes: ['registration_fee' as const] };
    await setSchool(door, { unique_code: { on: true, max: 999 }, accounts: [only, other] });
    const { family, copy } = await owing(door, 350_000, NAMES);
    const { transfer_amount } = await asked(family, 'registration_fee', copy.id);
    const wrong = await upload(door, finance, [money(transfer_amount)], other);
    expect(wrong.json()).toMatchObject({ matched: { exact: 0 }, unknown: 1 });
    const right = await upload(door, finance, [money(transfer_amount)], only);
    expect(right.json()).toMatchObject({ matched: { exact: 1 }, unknown: 0 });
  });

  test('when a bill is paid meanwhile, then its proposal is withdrawn; when one comes up, then it is proposed', async () => {
    const { invoices, family } = await billed(door);
    const [invoice] = invoices;
    if (!invoice) throw new Error('No invoice');
    const { transfer_amount, base } = await asked(family, 'invoice', invoice.id);
    await upload(door, finance, [money(transfer_amount), money(777_000)]);
    const [exact] = await lines('confidence=exact');
    expect(exact?.matches).toMatchObject([
      { invoice_id: invoice.id, number: invoice.invoice_number, amount: base },
    ]);
    await pass();
    expect((await lines('confidence=exact'))[0]?.matches).toEqual(exact?.matches);
    await payInBooks(door, invoice, base);
    const { copy } = await owing(door, 777_000, STRANGERS);
    await pass();
    expect(await statusOf(String(exact?.id))).toBe('new');
    expect(await lines('confidence=possible')).toMatchObject([
      { amount: 777_000, status: 'proposed', matches: [{ registration_id: copy.id }] },
    ]);
    expect(await lines('search=' + invoice.invoice_number)).toEqual([]);
  });

  test('when a bill is booked, then it is taken from other lines at once, and the tie that is left is exact again', async () => {
    const { invoices, family } = await billed(door);
    const [invoice] = invoices;
    if (!invoice) throw new Error('No invoice');
    const { transfer_amount } = await asked(family, 'invoice', invoice.id);
    const { copy } = await owing(door, transfer_amount, STRANGERS);
    await upload(door, finance, [money(transfer_amount)]);
    const [tie] = await lines('confidence=strong');
    expect(tie?.matches.map((match) => match['invoice_id'] ?? match['registration_id']).toSorted()).toEqual(
      [invoice.id, copy.id].toSorted(),
    );
    await door.database.transaction((trx) =>
      withdrawProposals(trx, { kind: 'registration_fee', id: copy.id }),
    );
    expect((await lines('confidence=strong'))[0]?.matches).toMatchObject([{ invoice_id: invoice.id }]);
    await door.db('registrations').where({ id: copy.id }).update({ payment_status: 'verified' });
    await pass();
    expect((await lines('confidence=exact'))[0]?.matches).toMatchObject([{ invoice_id: invoice.id }]);
    await door.database.transaction((trx) => withdrawProposals(trx, { kind: 'invoice', id: invoice.id }));
    expect(await statusOf(String(tie?.id))).toBe('new');
  });

  test('when a bill changes, then a pass compares only the lines that it can touch', async () => {
    const { copy } = await owing(door, 350_000, STRANGERS);
    await upload(door, finance, [money(350_000), money(777_000)]);
    await pass();
    const compared: string[][] = [];
    const watched = matchOpenLines(
      {
        ...door.context,
        columns: {
          ...door.context.columns,
          open: (table, column, rowId, sealed) => {
            compared.at(-1)?.push(rowId);
            return door.context.columns.open(table, column, rowId, sealed);
          },
        },
      },
      reader,
    );
    const passes = async (changes: readonly (() => Promise<unknown>)[]) => {
      for (const change of changes) {
        await change();
        compared.push([]);
        await watched();
      }
      return compared.splice(0);
    };
    const idOf = async (amount: number) => (await lines()).find((line) => line['amount'] === amount)?.id;
    const [fee, other] = [await idOf(350_000), await idOf(777_000)];
    const fees = (change: Record<string, unknown>) => () =>
      door.db('registrations').where({ id: copy.id }).update(change);
    const nothing = async () => undefined;
    const found = await passes([
      nothing,
      nothing,
      fees({ payment_amount: 777_000 }),
      nothing,
      fees({ payment_amount: 360_000 }),
      nothing,
      () => owing(door, 123_000, STRANGERS),
      fees({ deleted: true }),
    ]);
    // A line that a pass moved has another version, and is compared once more.
    const of = (...ids: unknown[]) => new Set(ids);
    const both = of(fee, other);
    expect(found.map((ids) => of(...ids))).toEqual([
      both,
      of(),
      both,
      both,
      of(other),
      of(other),
      of(),
      of(),
    ]);
    expect(await lines('status=proposed')).toEqual([]);
  });

  test('when another transaction holds a line, then the next pass compares it again', async () => {
    const { copy } = await owing(door, 350_000, STRANGERS);
    await upload(door, finance, [money(350_000)]);
    await pass();
    const [line] = await lines('confidence=possible');
    await door.database.transaction(async (trx) => {
      await trx('bank_lines').where({ id: line?.id }).forUpdate().first();
      await door.db('registrations').where({ id: copy.id }).update({ deleted: true });
      await pass();
    });
    expect(await statusOf(String(line?.id))).toBe('proposed');
    await pass();
    expect(await statusOf(String(line?.id))).toBe('new');
  });

  test('when a pass has many lines, then they are compared in the statement process, with the same result', async () => {
    const wanted = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const { family, copy } = await owing(door, 350_000, STRANGERS);
        return asked(family, 'registration_fee', copy.id);
      }),
    );
    await upload(
      door,
      finance,
      wanted.map(({ transfer_amount }) => money(transfer_amount)),
    );
    const matched = (await lines('confidence=exact')).map(({ matches }) => matches);
    await door.db('bank_matches').delete();
    await door.db('bank_lines').update({ status: 'new' });
    const match = jest.spyOn(reader, 'match');
    await pass();
    expect(match).toHaveBeenCalledTimes(1);
    match.mockRestore();
    const again = (await lines('confidence=exact')).map(({ matches }) => matches);
    const withoutIds = (all: typeof again) => all.map((some) => some.map(({ id: _id, ...one }) => one));
    expect(again).toHaveLength(30);
    expect(withoutIds(again)).toEqual(withoutIds(matched));
  });

  test('when a line is set aside, then nothing is proposed for it until it is taken back', async () => {
    await owing(door, 350_000, STRANGERS);
    await upload(door, finance, [money(350_000)]);
    const [line] = await lines('confidence=possible');
    const params = { id: String(line?.id) };
    const aside = await door.call(ignoreBankLine, finance, { params, body: { reason: 'Bukan keluarga' } });
    expect(aside.json()).toMatchObject({ status: 'ignored', matches: [] });
    await pass();
    expect(await statusOf(params.id)).toBe('ignored');
    expect((await door.call(restoreBankLine, finance, { params })).json()).toMatchObject({ status: 'new' });
    await pass();
    expect(await statusOf(params.id)).toBe('proposed');
  });

  test('when a person rejected a bill for a line, then it is not proposed for it again', async () => {
    const { copy } = await owing(door, 350_000, STRANGERS);
    await upload(door, finance, [money(350_000)]);
    const [line] = await lines('confidence=possible');
    await door.db('bank_matches').update({ status: 'rejected', decided_at: new Date() });
    await door.db('registrations').where({ id: copy.id }).update({ child_name: 'Nama Baru' });
    await pass();
    expect((await lines()).find(({ id }) => id === line?.id)).toMatchObject({ status: 'new', matches: [] });
  });

  test('when a gateway pays out, then the line is a settlement', async () => {
    const answer = await upload(door, finance, [money(4_826_900, 'FASPAY SETTLEMENT 0203')]);
    expect(answer.json()).toMatchObject({ matched: { exact: 0 }, unknown: 0 });
    expect(await lines()).toMatchObject([{ status: 'settlement', matches: [] }]);
  });

  test('when a fee is booked and admission has not answered yet, then nothing else pays it', async () => {
    const { copy } = await owing(door, 350_000, STRANGERS);
    await upload(door, finance, [money(350_000), money(350_000, 'LAGI')]);
    const [first] = await lines('confidence=possible');
    await door
      .db('bank_matches')
      .where({ line_id: first?.id })
      .update({ status: 'booked', decided_at: new Date() });
    await door.db('bank_lines').where({ id: first?.id }).update({ status: 'booked' });
    await pass();
    expect(await lines('status=proposed')).toEqual([]);
    expect(await lines(`search=${copy.registration_number}`)).toMatchObject([{ id: first?.id }]);
  });

  test('when passes, uploads and a booking meet, then each line has its one proposal, and what is booked stays', async () => {
    const wanted = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { family, copy } = await owing(door, 350_000, STRANGERS);
        return { copy, ...(await asked(family, 'registration_fee', copy.id)) };
      }),
    );
    const [half, rest] = [wanted.slice(0, 10), wanted.slice(10)];
    await upload(
      door,
      finance,
      half.map(({ transfer_amount }) => money(transfer_amount)),
    );
    const [booked] = await lines('confidence=exact');
    await door.database.transaction(async (trx) => {
      await trx('bank_lines').where({ id: booked?.id }).forUpdate().first();
      await Promise.all([
        ...Array.from({ length: 20 }, () => matchOpenLines(door.context, reader)()),
        ...[0, 1].map((at) =>
          upload(
            door,
            finance,
            rest.slice(5 * at, 5 * at + 5).map(({ transfer_amount }) => money(transfer_amount)),
          ),
        ),
        ...Array.from({ length: 20 }, () =>
          door.database.transaction((own) =>
            proposeMatches(own, [
              { line_id: String(booked?.id), candidates: [], settlement: false, attention: false },
            ]),
          ),
        ),
      ]);
      await trx('bank_matches')
        .where({ line_id: booked?.id })
        .update({ status: 'booked', decided_at: new Date() });
      await trx('bank_lines').where({ id: booked?.id }).update({ status: 'booked' });
    });
    await pass();
    expect(await lines('status=proposed')).toHaveLength(19);
    expect(await statusOf(String(booked?.id))).toBe('booked');
    const perLine = await door.db('bank_matches').groupBy('line_id').count({ n: '*' });
    expect(perLine.map(({ n }) => Number(n))).toEqual(Array(20).fill(1));
  });

  test('when a match is unknown to a line, then nothing is written', async () => {
    const line_id = uuidv7();
    const none = await door.database.transaction((trx) =>
      proposeMatches(trx, [{ line_id, candidates: [], settlement: false, attention: false }]),
    );
    expect(none).toEqual({
      matched: { exact: 0, strong: 0, possible: 0 },
      unknown: 0,
      skipped: new Set([line_id]),
    });
  });

  // The last one: what is booked stays.
  test('when money for one bill came twice, then booking it takes the bill from the other line at once', async () => {
    const { invoices, family } = await billed(door);
    const [invoice] = invoices;
    if (!invoice) throw new Error('No invoice');
    const { transfer_amount } = await asked(family, 'invoice', invoice.id);
    await upload(door, finance, [money(transfer_amount), money(transfer_amount, 'LAGI')]);
    const twice = await lines('confidence=exact');
    expect(twice).toHaveLength(2);
    const matchIds = twice.map(({ matches }) => String(matches[0]?.['id']));
    const headers = { 'idempotency-key': uuidv7() };
    const booked = await door.call(bookMatches, finance, { body: { match_ids: matchIds }, headers });
    expect(booked.json()).toMatchObject({ booked: [{}], refused: [{}] });
    expect((await lines()).map(({ status }) => status).toSorted()).toEqual(['booked', 'new']);
  });
});
