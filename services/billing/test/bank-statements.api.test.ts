import { runs } from '@gerbang/domain/testing/runs';
import {
  FORCE_REASON_HEADER,
  ignoreBankLine,
  importStatement,
  listBankLines,
  listStatements,
  restoreBankLine,
  summarizeBankLines,
} from '@gerbang/contracts/bank-statements';
import { STATEMENT_PROFILES, type StatementProfile } from '@gerbang/domain/bank-statements';
import { previewRetention, runRetention } from '@gerbang/service-kit/data/retention';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { retentionRules } from '../src/retention.ts';
import { cellsOf, workbook } from './bank-workbooks.ts';
import { type Movement, movementsOf, PRINTERS } from './bank-files.ts';
import { type Door, openDoor } from './door.ts';

/** Noon in Jakarta. */
const NOON = new Date('2027-03-10T05:00:00Z');
const OPENING = 100_000_000;

const day = (of: number) => `2027-03-${String(of).padStart(2, '0')}`;
const paid = (
  of: number,
  rupiah: number,
  text = 'TRSF E-BANKING CR 0303/FTSCY/WS95051 RINA WATI',
  reference = '77',
): Omit<Movement, 'balance'> => ({
  day: day(of),
  direction: 'in',
  sen: rupiah * 100,
  text,
  reference,
});

describe('bank statements', () => {
  let door: Door;
  let finance: Caller;
  let admin: Caller;
  let account: { key: string; account_number: string };
  let counter = 0;
  beforeAll(async () => {
    door = await openDoor();
    finance = await door.caller('finance', 'Fina Keuangan');
    admin = await door.caller('admin', 'Ani Admin');
    const [first] = door.context.school.settings.accounts;
    if (!first) throw new Error('The sample school has no account');
    account = first;
  });
  beforeEach(async () => {
    door.setClock(NOON);
    await door.db.raw('alter table bank_statements disable trigger user');
    await door.db('bank_lines').delete();
    await door.db('bank_statements').delete();
    await door.db.raw('alter table bank_statements enable trigger user');
  });
  afterAll(() => door.close());

  const send = (
    bytes: Buffer,
    {
      caller = finance,
      query = {},
      reason,
    }: { caller?: Caller; query?: Record<string, string>; reason?: string } = {},
  ) =>
    door.app.inject({
      method: 'POST',
      url: `${importStatement.path}?${new URLSearchParams({ account_key: account.key, file_name: 'mutasi.csv', ...query })}`,
      headers: {
        ...door.headers(caller),
        'content-type': 'application/octet-stream',
        ...(reason !== undefined && { [FORCE_REASON_HEADER]: encodeURIComponent(reason) }),
      },
      payload: bytes,
    });
  const printed = (profile: StatementProfile, movements: readonly Movement[], opening = OPENING) =>
    Buffer.from(
      PRINTERS[profile]({
        account: account.account_number.replace(/\D/gu, ''),
        opening,
        movements,
        grouped: true,
      }),
    );
  /** A file of these payments that no other test sends. */
  const file = (given: readonly Omit<Movement, 'balance'>[], profile: StatementProfile = 'bca-bisnis') =>
    printed(profile, movementsOf(OPENING + (counter += 100), given), OPENING + counter);
  const lines = async (query = '', caller = finance) =>
    (await door.call(listBankLines, caller, { query })).json() as Record<string, unknown>[];
  const trail = (action: string) => door.db('audit_events').where({ action });

  test.each(STATEMENT_PROFILES)(
    'when finance uploads a statement of %s, then its incoming lines are listed and its checks are kept',
    async (profile) => {
      const answer = await send(
        file(
          [
            paid(3, 350_137, 'TRSF E-BANKING CR RINA WATI'),
            {
              day: day(3),
              direction: 'out',
              sen: 28_749_000,
              text: 'TRSF E-BANKING DB TOKO',
              reference: '78',
            },
            paid(4, 12_250_058, 'BI-FAST CR BUDI S', '79'),
          ],
          profile,
        ),
      );
      expect(answer.statusCode).toBe(201);
      const { statement, ...counts } = answer.json();
      expect(counts).toEqual({ matched: { exact: 0, strong: 0, possible: 0 }, unknown: 2, known: 0 });
      expect(statement).toMatchObject({
        profile,
        period_from: day(3),
        period_to: day(4),
        credits_total: 12_600_195,
        debits_total: 287_490,
        lines_total: 3,
        lines_new: 3,
        lines_known: 0,
        forced_reason: null,
        imported_by: { name: 'Fina Keuangan', role: 'finance' },
      });
      expect(statement.checks.filter(({ result }: { result: string }) => result === 'failed')).toEqual([]);
      expect(await lines('sort=booked_on')).toMatchObject([
        { booked_on: day(3), amount: 350_137, description: 'TRSF E-BANKING CR RINA WATI', status: 'new' },
        { booked_on: day(4), amount: 12_250_058, description: 'BI-FAST CR BUDI S', status: 'new' },
      ]);
      expect((await door.call(listStatements, finance)).json()).toEqual([statement]);
    },
  );

  test('when a line is stored, then its text is sealed, and of money that went out day and amount alone are kept', async () => {
    await send(file([paid(3, 350_000), { ...paid(3, 1000, 'TOKO CONTOH'), direction: 'out' }], 'bni'));
    const stored = await door
      .db('bank_lines')
      .orderBy('direction')
      .select('direction', 'booked_on', 'valued_on', 'amount', 'bank_reference', 'description');
    const [came, went] = stored;
    expect(came).toMatchObject({ bank_reference: '77', description: expect.stringMatching(/^v1\./u) });
    expect(came.valued_on).toBe(day(3));
    expect(went).toEqual({
      direction: 'out',
      booked_on: day(3),
      valued_on: null,
      amount: 1000,
      bank_reference: null,
      description: null,
    });
    expect(door.logged()).not.toContain('RINA');
    expect(JSON.stringify(await door.db('audit_events'))).not.toContain('RINA');
  });

  test('when the same file comes twice, also at once, then it is taken over once', async () => {
    const bytes = file([paid(3, 350_137)]);
    const answers = await Promise.all([send(bytes), send(bytes), send(bytes)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    const again = await send(bytes);
    expect(again.json()).toMatchObject({
      code: 'file_known',
      details: { statement_id: answers.find(({ statusCode }) => statusCode === 201)?.json().statement.id },
    });
    expect(await lines()).toHaveLength(1);
  });

  test('when files overlap, then a line in both is one, and two equal payments of a day are two', async () => {
    const payments = [paid(3, 350_000), paid(3, 350_000), paid(4, 350_000)];
    const history = movementsOf(OPENING, payments);
    await send(printed('bca-bisnis', history.slice(0, 2)));
    const second = await send(printed('bca-bisnis', history));
    expect(second.json().statement).toMatchObject({ lines_total: 3, lines_new: 1, lines_known: 2 });
    expect(await lines()).toHaveLength(3);
  });

  test('when the bank has reworded a line, then day, amount and balance tell that it is the same', async () => {
    const [first, second] = [
      paid(3, 4_914_794, 'TRSF E-BANKING CR 0310/FTSCY/WS95051 4914794.00 X SARI'),
      paid(4, 350_000),
    ];
    const reworded = { ...first, text: 'TRSF E-BANKING CR 03/10 WS95051 X SARI', reference: '' };
    await send(printed('bca-bisnis', movementsOf(OPENING, [first])));
    const later = await send(printed('bca-bisnis', movementsOf(OPENING, [reworded, second])));
    expect(later.json().statement).toMatchObject({ lines_total: 2, lines_new: 1, lines_known: 1 });
    expect(await lines('sort=booked_on')).toMatchObject([
      { booked_on: day(3), amount: 4_914_794, description: first.text },
      { booked_on: day(4), amount: 350_000 },
    ]);
  });

  test('when one of two equal payments is reworded, then it takes the other one’s place in no file', async () => {
    const payments = [paid(3, 350_000), paid(3, 350_000), paid(3, 350_000)];
    const history = movementsOf(OPENING, payments);
    await send(printed('bca-bisnis', history.slice(0, 2)));
    const reworded = history.map((one, at) => (at === 0 ? { ...one, text: 'TRANSFER BUDI' } : one));
    const later = await send(printed('bca-bisnis', reworded));
    expect(later.json().statement).toMatchObject({ lines_total: 3, lines_new: 1, lines_known: 2 });
    expect(
      (await send(Buffer.concat([printed('bca-bisnis', history), Buffer.from('\n')]))).json().statement,
    ).toMatchObject({ lines_new: 0, lines_known: 3 });
  });

  test('when a line was kept without its balance, then the next file that holds it gives it', async () => {
    const history = movementsOf(OPENING, [paid(3, 350_000)]);
    await send(printed('bca-bisnis', history));
    await door.db('bank_lines').update({ balance: null });
    await send(Buffer.concat([printed('bca-bisnis', history), Buffer.from('\n')]));
    expect(await door.db('bank_lines').pluck('balance')).toEqual([history[0]?.balance]);
  });

  test('when a history is cut at random and reworded, and its files come in any order, then each line is there once', async () => {
    let run = 0;
    const cut = fc.record({
      from: fc.integer({ min: 1, max: 8 }),
      until: fc.nat({ max: 30 }),
      words: fc.array(fc.constantFrom('BI-FAST CR BUDI S', 'BI FAST DARI BUDI', 'CR 451 BUDI S'), {
        minLength: 1,
        maxLength: 3,
      }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.constantFrom(350_000, 350_000, 12_000_000)), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.array(cut, { minLength: 1, maxLength: 3 }),
        fc.nat({ max: 3 }),
        async (given, cuts, place) => {
          run += 1;
          const reference = `R${run}`;
          const payments = given
            .toSorted(([a], [b]) => a - b)
            .map(([of, rupiah]) => paid(of, rupiah, 'BI-FAST CR BUDI S', reference));
          // Balances of its own: the account is the same in every run.
          const opening = OPENING + run * 1_000_000_000_000;
          const history = movementsOf(opening, payments);
          // A bank's export begins with a whole day; it may end within one.
          const parts = cuts.map(({ from, until, words }) =>
            history.flatMap((one, at) =>
              one.day >= day(from) && at < until
                ? [{ ...one, text: words[at % words.length] ?? one.text }]
                : [],
            ),
          );
          for (const part of parts.toSpliced(place, 0, history)) {
            if (part.length === 0) continue;
            const answer = await send(Buffer.concat([printed('bsi', part), Buffer.from('\n'.repeat(run))]));
            expect([201, 409]).toContain(answer.statusCode);
          }
          const stored = await door
            .db('bank_lines')
            .where({ bank_reference: reference })
            .orderBy('booked_on');
          const shape = (all: { day: string; rupiah: number }[]) =>
            all.map((one) => `${one.day} ${one.rupiah}`).toSorted();
          expect(shape(stored.map((one) => ({ day: one.booked_on, rupiah: one.amount })))).toEqual(
            shape(payments.map((one) => ({ day: one.day, rupiah: one.sen / 100 }))),
          );
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test('when the bank’s file is a workbook, then it is taken over like a CSV file', async () => {
    const movements = movementsOf(OPENING, [paid(3, 350_137), paid(4, 12_250_058, 'BI-FAST CR BUDI S')]);
    const answer = await send(workbook([cellsOf(printed('bca-bisnis', movements).toString())]));
    expect([answer.statusCode, answer.json().statement]).toMatchObject([
      201,
      { profile: 'bca-bisnis', credits_total: 12_600_195, lines_new: 2 },
    ]);
    expect(await lines('sort=booked_on')).toMatchObject([
      { booked_on: day(3), amount: 350_137, status: 'new' },
      { booked_on: day(4), amount: 12_250_058, description: 'BI-FAST CR BUDI S' },
    ]);
  });

  test('when the file is of another account, or names a day to come, then it is refused, forced or not', async () => {
    const movements = movementsOf(OPENING, [paid(3, 350_000)]);
    const foreign = Buffer.from(
      PRINTERS['bca-bisnis']({ account: '999999999', opening: OPENING, movements, grouped: true }),
    );
    const forced = { caller: admin, query: { force: '1' }, reason: 'Bank salah mencetak' };
    for (const answer of [await send(foreign), await send(foreign, forced)]) {
      expect(answer.statusCode).toBe(422);
      expect(answer.json().code).toBe('other_account');
    }
    const late = file([paid(11, 350_000)]);
    expect((await send(late, forced)).json().code).toBe('future_day');
    expect(await lines()).toEqual([]);
  });

  test('when the sums do not fit, then only an admin takes the file over, with a reason that is kept', async () => {
    const broken = printed('bca-bisnis', movementsOf(OPENING, [paid(3, 350_000)]), OPENING + 1);
    const refused = await send(broken);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ code: 'balance_mismatch' });
    const query = { force: '1' };
    const reason = 'Bank mengoreksi saldo — “1 rupiah”';
    expect((await send(broken, { query, reason })).statusCode).toBe(403);
    expect((await send(broken, { caller: admin, query })).statusCode).toBe(422);
    expect((await send(broken, { caller: admin, query, reason: 'ya' })).statusCode).toBe(422);
    expect((await send(broken, { caller: admin, query: { ...query, reason } })).statusCode).toBe(400);
    expect(await lines()).toEqual([]);
    const forced = await send(broken, { caller: admin, query, reason });
    expect(forced.statusCode).toBe(201);
    expect(forced.json().statement.forced_reason).toBe(reason);
    expect(await trail('bank_statement.imported').orderBy('id', 'desc').first()).toMatchObject({
      actor_role: 'admin',
      details: { forced_reason: reason },
    });
  });

  test('when days are left out between two files, or balances do not meet, then that is a warning', async () => {
    await send(printed('bca-bisnis', movementsOf(OPENING, [paid(1, 350_000)])));
    const later = await send(printed('bca-bisnis', movementsOf(OPENING, [paid(6, 350_000)])));
    const found = (name: string) =>
      later.json().statement.checks.find(({ check }: { check: string }) => check === name);
    expect(found('gap')).toEqual({
      check: 'gap',
      result: 'warning',
      text: 'Mutasi 2–5 Maret belum diunggah',
    });
    expect(found('former').result).toBe('warning');
  });

  test('when a file is no statement, then it is said why, and nothing is kept', async () => {
    const refused = async (bytes: Buffer) => {
      const answer = await send(bytes);
      return [answer.statusCode, answer.json().code];
    };
    expect(await refused(Buffer.from('halo'))).toEqual([422, 'not_a_table']);
    expect(await refused(Buffer.from('Waktu,Isi,Uang\n1/3/2027,RINA,350137'))).toEqual([
      422,
      'unknown_shape',
    ]);
    expect(await refused(Buffer.alloc(5 * 1_048_576 + 1, 'a'))).toEqual([413, 'too_large']);
    expect(await refused(Buffer.alloc(0))).toEqual([400, 'bad_request']);
    expect((await send(file([paid(3, 1)]), { query: { account_key: 'lain' } })).json().code).toBe(
      'unknown_account',
    );
    expect((await send(file([paid(3, 1)]), { query: { profile: 'bri' } })).json().code).toBe('unknown_shape');
    expect(await door.db('bank_statements')).toEqual([]);
  });

  test('when the head of the school reads the lines, then payers are masked; when finance does, it is in the trail', async () => {
    const manager = await door.caller('manager_pendidikan');
    await send(file([paid(3, 350_137, 'BI-FAST CR BIF TRANSFER DR 451 RINA WATI')]));
    const reads = async () => (await trail('bank_lines.read')).length;
    const before = await reads();
    expect(await lines('limit=10', manager)).toMatchObject([
      { description: 'BI-FAST CR BIF TRANSFER DR ••• R••• W•••', amount: 350_137 },
    ]);
    expect(await reads()).toBe(before);
    expect(await lines('limit=10')).toMatchObject([
      { description: 'BI-FAST CR BIF TRANSFER DR 451 RINA WATI' },
    ]);
    expect(await reads()).toBe(before + 1);
  });

  test('when lines are filtered and searched, then list and sums agree', async () => {
    await send(file([paid(3, 350_137), paid(4, 350_000), paid(5, 12_000_000)]));
    expect(await lines('search=350137')).toMatchObject([{ amount: 350_137 }]);
    // The bank's text is sealed: whoever it names is found once a proposal does.
    expect(await lines('search=RINA')).toEqual([]);
    expect(await lines('search=Rp%20350.000')).toMatchObject([{ amount: 350_000 }]);
    expect(await lines(`from=${day(4)}&to=${day(4)}`)).toHaveLength(1);
    expect(await lines('account=lain')).toEqual([]);
    const [first] = await lines('sort=amount');
    expect(await lines(`id=${String(first?.['id'])}`)).toEqual([first]);
    expect(await lines('sort=-amount&limit=1')).toMatchObject([{ amount: 12_000_000 }]);
    const sums = await door.call(summarizeBankLines, finance, { query: `from=${day(4)}` });
    const none = { lines: 0, amount: 0 };
    expect(sums.json()).toEqual({
      status: {
        new: { lines: 2, amount: 12_350_000 },
        proposed: none,
        booked: none,
        settlement: none,
        ignored: none,
        attention: none,
      },
      confidence: { exact: none, strong: none, possible: none },
    });
  });

  test('when a line is set aside and taken back, also by many at once, then each change happens once', async () => {
    await send(file([paid(3, 15_000, 'BUNGA')]));
    const [line] = await lines();
    const params = { id: String(line?.['id']) };
    const body = { reason: 'Bunga tabungan' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => door.call(ignoreBankLine, finance, { params, body })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(7).fill(409),
    ]);
    expect(await lines('status=ignored')).toMatchObject([{ ignored_reason: 'Bunga tabungan', version: 2 }]);
    expect(await trail('bank_line.ignored')).toHaveLength(1);
    expect((await door.call(ignoreBankLine, finance, { params, body: { reason: 'x' } })).statusCode).toBe(
      400,
    );
    expect((await door.call(restoreBankLine, finance, { params })).json()).toMatchObject({
      status: 'new',
      ignored_reason: null,
      version: 3,
    });
    expect((await door.call(restoreBankLine, finance, { params })).statusCode).toBe(409);
    const stale = await door.call(ignoreBankLine, finance, { params, body, headers: { 'if-match': '"1"' } });
    expect(stale.json().code).toBe('stale');
  });

  test('when lines are old, then books end after ten years, and the text of what was set aside after one', async () => {
    await send(file([paid(3, 350_137), paid(4, 15_000, 'BUNGA'), paid(5, 350_000)]));
    const [young, aside, old] = (await lines('sort=booked_on')).map(({ id }) => String(id));
    const params = { id: String(aside) };
    await door.call(ignoreBankLine, finance, { params, body: { reason: 'Bunga tabungan' } });
    await door.db('bank_lines').where({ id: aside }).update({ updated_at: '2024-01-01' });
    await door.db('bank_lines').where({ id: old }).update({ booked_on: '2010-01-01' });
    const closed = {
      account_key: account.key,
      totals: '{}',
      closed_by_id: finance.id,
      closed_by_role: 'finance',
    };
    await door
      .db('bank_day_closings')
      .insert(['2010-01-01', day(3)].map((of) => ({ ...closed, id: uuidv7(), day: of })));
    const rules = retentionRules(door.database);
    const due = {
      bank_days: 1,
      bank_lines: 1,
      bank_texts: 1,
      money_requests: 0,
      pay_numbers: 0,
      pay_words: 0,
      payment_expectations: 0,
      refund_accounts: 0,
      audit: 0,
    };
    expect(await previewRetention(door.db, rules)).toEqual(due);
    expect(await runRetention({ database: door.database, now: () => NOON }, rules)).toEqual(due);
    const left = await door.db('bank_lines').orderBy('booked_on').select('id', 'description');
    expect(left).toEqual([
      { id: young, description: expect.any(String) },
      { id: aside, description: null },
    ]);
    await door.db('bank_day_closings').delete();
  });
});
