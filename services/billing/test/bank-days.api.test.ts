import { runs } from '@gerbang/domain/testing/runs';
import { closeBankDay, listBankDays } from '@gerbang/contracts/bank-days';
import { importStatement, restoreBankLine } from '@gerbang/contracts/bank-statements';
import { LINE_STATUSES } from '@gerbang/domain/bank-lines';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { type Lines, openLines } from './bank-lines.ts';
import { movementsOf, PRINTERS } from './bank-files.ts';
import { type Door, openDoor } from './door.ts';
import { refuse } from './fee-settlements.ts';

const DAY = '2027-03-03';
const NOTHING = { in: 0, pays: 0, unknown: 0, open: 0, lines: 0 };

describe('days of bank statements', () => {
  let door: Door;
  let bank: Lines;
  let finance: Caller;
  let account: { key: string; account_number: string };
  beforeAll(async () => {
    door = await openDoor({}, { planted: true });
    door.setClock(new Date('2027-03-10T05:00:00Z'));
    bank = await openLines(door);
    finance = await door.caller('finance', 'Fina Keuangan');
    const [first] = door.context.school.settings.accounts;
    if (!first) throw new Error('The sample school has no account');
    account = first;
  });
  beforeEach(async () => {
    await door.db.transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica');
      await trx.raw(
        'delete from bank_day_closings; delete from unapplied_receipts; delete from surplus_ledger; delete from bank_matches; delete from bank_lines; delete from audit_events',
      );
    });
  });
  afterAll(() => door.close());

  const days = async (month = '2027-03', caller = finance) =>
    (await door.call(listBankDays, caller, { query: `month=${month}` })).json();
  const close = (caller = finance, params: { account?: string; day?: string } = {}) =>
    door.call(closeBankDay, caller, { params: { account: account.key, day: DAY, ...params } });
  const trail = (action: string) => door.db('audit_events').where({ action }).orderBy(['at', 'id']);
  /** A line of 352,637: fee, unique amount, and what came too much. */
  const paid = async (returned = true) => {
    const line = await bank.line({ amount: 352_637, status: 'booked' });
    await bank.match(line);
    await bank.surplus(line, 137);
    await bank.receipt(line, 2500, returned ? bank.returned : {});
    return line;
  };

  test('when money came in, then each day of the month shows what became of it, the newest first', async () => {
    await paid(false);
    await bank.line({ amount: 15_000, status: 'ignored' });
    await bank.line({ amount: 4_826_900, status: 'settlement' });
    await bank.line({ amount: 9000, status: 'attention', booked_on: '2027-03-31' });
    await bank.line({ amount: 7000, direction: 'out', booked_on: '2027-03-30' });
    await bank.line({ amount: 1, booked_on: '2027-04-01' });
    await bank.line({ amount: 1, booked_on: '2027-02-28' });
    const none = { booked: 0, surplus: 0, settlement: 0, ignored: 0, unapplied: 0, open_receipts: 0 };
    expect(await days()).toEqual([
      {
        ...none,
        account_key: 'utama',
        day: '2027-03-31',
        in_total: 9000,
        unknown_lines: 1,
        unknown: 9000,
        difference: 9000,
        closed: null,
      },
      {
        account_key: 'utama',
        day: DAY,
        in_total: 5_194_537,
        booked: 350_000,
        surplus: 137,
        settlement: 4_826_900,
        ignored: 15_000,
        unapplied: 2500,
        unknown_lines: 0,
        unknown: 0,
        open_receipts: 1,
        difference: 0,
        closed: null,
      },
    ]);
    expect(await days('2027-05')).toEqual([]);
    expect((await door.call(listBankDays, finance, { query: 'month=2027-13' })).statusCode).toBe(400);
    expect((await door.call(listBankDays, finance)).statusCode).toBe(400);
  });

  test('when everything of a day is decided, then it is closed with its figures, and once more it is the same', async () => {
    await paid();
    const first = await close();
    expect(first.statusCode).toBe(200);
    expect(first.json()).toMatchObject({
      day: DAY,
      difference: 0,
      closed: { by: { name: 'Fina Keuangan', role: 'finance' }, at: expect.any(String) },
    });
    const second = await close(await door.caller('admin', 'Ani Admin'));
    expect(second.json()).toEqual(first.json());
    expect(await days()).toEqual([first.json()]);
    const [closing] = await door.db('bank_day_closings');
    const totals = {
      in_total: 352_637,
      booked: 350_000,
      surplus: 137,
      settlement: 0,
      ignored: 0,
      unapplied: 2500,
      unknown: 0,
      unknown_lines: 0,
      open_receipts: 0,
    };
    expect(closing.totals).toEqual(totals);
    expect(await trail('bank_day.closed')).toMatchObject([
      {
        actor_id: finance.id,
        subject_id: closing.id,
        details: { account_key: 'utama', day: DAY, in_total: 352_637, booked: 350_000, unapplied: 2500 },
      },
    ]);
  });

  test('when a line is undecided, a receipt is open, or a rupiah is missing, then the day stays open', async () => {
    await paid(false);
    await bank.line({ amount: 1000, status: 'proposed' });
    await bank.line({ amount: 500 });
    const refused = await close();
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'not_zero',
      message: 'Hari 3 Maret 2027 belum dapat ditutup: 2 mutasi belum dikenal, 1 dana belum dibukukan.',
      details: { unknown_lines: 2, open_receipts: 1, difference: 1500 },
    });
    await bank.line({ amount: 800, status: 'booked', booked_on: '2027-03-04' });
    expect((await close(finance, { day: '2027-03-04' })).json()).toMatchObject({
      code: 'not_zero',
      message: 'Hari 4 Maret 2027 belum dapat ditutup: selisih Rp 800.',
      details: { unknown_lines: 0, open_receipts: 0, difference: 800 },
    });
    expect(await door.db('bank_day_closings')).toEqual([]);
    expect(await trail('bank_day.closed')).toEqual([]);
  });

  test('when no money came in on that day, or the account is none, then it is 404', async () => {
    await bank.line({ status: 'ignored' });
    await bank.line({ status: 'new', direction: 'out', booked_on: '2027-03-05' });
    for (const params of [{ day: '2027-03-05' }, { day: '2027-03-06' }, { account: 'lain' }]) {
      const answer = await close(finance, params);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    }
    for (const params of [{ day: '2027-02-30' }, { day: 'x' }, { account: 'X' }, { account: 'a'.repeat(21) }])
      expect((await close(finance, params)).statusCode).toBe(400);
  });

  test('when many close a day at once, then it is closed once, by one of them', async () => {
    await paid();
    const callers = await Promise.all(
      Array.from({ length: 40 }, (_one, at) => door.caller('finance', `Petugas ${at}`)),
    );
    const answers = await Promise.all(callers.map((caller) => close(caller)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(200));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await door.db('bank_day_closings')).toHaveLength(1);
    expect(await trail('bank_day.closed')).toHaveLength(1);
  });

  const send = (movements: Parameters<typeof movementsOf>[1]) =>
    door.app.inject({
      method: 'POST',
      url: `${importStatement.path}?account_key=${account.key}&file_name=mutasi.csv`,
      headers: { ...door.headers(finance), 'content-type': 'application/octet-stream' },
      payload: Buffer.from(
        PRINTERS['bca-bisnis']({
          account: account.account_number.replace(/\D/gu, ''),
          opening: 100,
          movements: movementsOf(100, movements),
          grouped: true,
        }),
      ),
    });
  const movement = { day: DAY, direction: 'in', sen: 35_000_000, text: 'BI-FAST', reference: '' } as const;

  test('when a line comes later for a closed day, then the day is open again, and the trail says why', async () => {
    await bank.line({ amount: 15_000, status: 'ignored' });
    await bank.line({ amount: 15_000, status: 'ignored', booked_on: '2027-03-04' });
    await close();
    const other = await close(finance, { day: '2027-03-04' });
    const [closing] = await door.db('bank_day_closings').where({ day: DAY });
    const out = { ...movement, direction: 'out' as const, day: '2027-03-04' };
    expect((await send([movement, out])).statusCode).toBe(201);
    // Money that went out changes no figure of its day.
    expect(await days()).toMatchObject([other.json(), { day: DAY, unknown_lines: 1, closed: null }]);
    expect(await trail('bank_day.reopened')).toMatchObject([
      {
        actor_id: finance.id,
        subject_id: closing.id,
        details: { account_key: 'utama', day: DAY, reopen_cause: 'late_line' },
      },
    ]);
    expect((await close()).json().code).toBe('not_zero');
    // The same line in another file changes nothing.
    await door.db('bank_lines').where({ status: 'new' }).update({ status: 'settlement' });
    await close();
    expect((await send([movement, out, { ...movement, day: '2027-03-05' }])).statusCode).toBe(201);
    expect(await trail('bank_day.reopened')).toHaveLength(1);
  });

  test('when a statement is refused, then the day stays closed', async () => {
    await bank.line({ status: 'ignored' });
    const closed = await close();
    expect((await send([movement, { ...movement, day: '2027-03-11' }])).statusCode).toBe(422);
    expect(await days()).toEqual([closed.json()]);
  });

  test('when a line of a closed day is restored, then the day is open again', async () => {
    const id = await bank.line({ status: 'ignored' });
    await close();
    expect((await door.call(restoreBankLine, finance, { params: { id } })).statusCode).toBe(200);
    expect(await days()).toMatchObject([{ unknown_lines: 1, closed: null }]);
    expect(await trail('bank_day.reopened')).toMatchObject([
      { actor_id: finance.id, details: { reopen_cause: 'line_restored' } },
    ]);
  });

  test('when admission refuses a fee of a closed day, also while the day is closed, then the day is open', async () => {
    const paidFee = async () => {
      const { id } = await bank.fee();
      const line = await bank.line({ status: 'booked' });
      await bank.match(line, { registration_id: id });
      const source = { kind: 'bank_line', id: line } as const;
      return { registration_id: id, amount: 350_000, source, reason: 'already' } as const;
    };
    const refusal = await paidFee();
    expect((await close()).statusCode).toBe(200);
    await refuse(door, refusal);
    await refuse(door, refusal);
    expect(await days()).toMatchObject([
      { booked: 0, open_receipts: 1, unapplied: 350_000, difference: 0, closed: null },
    ]);
    expect(await trail('bank_day.reopened')).toMatchObject([
      { actor_id: null, details: { reopen_cause: 'fee_refused' } },
    ]);
    for (let round = 0; round < 8; round += 1) {
      await door.db('unapplied_receipts').update(bank.returned);
      const another = await paidFee();
      await Promise.all([close(), refuse(door, another), close()]);
      expect(await days()).toMatchObject([{ open_receipts: 1, closed: null }]);
    }
  });

  test('when days are closed while lines come and are restored, then no closed day has an undecided line', async () => {
    for (let round = 0; round < 8; round += 1) {
      const day = `2027-03-${String(round + 1).padStart(2, '0')}`;
      const ids = await Promise.all([1, 2].map(() => bank.line({ status: 'ignored', booked_on: day })));
      await Promise.all([
        ...ids.map((id) => door.call(restoreBankLine, finance, { params: { id } })),
        close(finance, { day }),
        send([{ ...movement, day, sen: 100 * (round + 1) }]),
        close(finance, { day }),
      ]);
    }
    expect((await days()).filter((one: { closed: unknown }) => one.closed !== null)).toEqual([]);
    expect(await door.db('bank_lines').where({ status: 'new' })).toHaveLength(24);
  });

  test('when any lines are planted, then each day is their plain sum, and zero where all is decided and paid out', async () => {
    const fees = await Promise.all([1, 2].map(() => bank.fee()));
    const part = fc.integer({ min: 1, max: 20_000_000 });
    const any = fc.record({
      account_key: fc.constantFrom('utama', 'kedua'),
      of: fc.constantFrom('01', '14', '28'),
      status: fc.constantFrom('booked' as const, ...LINE_STATUSES),
      matches: fc.array(part, { maxLength: 2 }),
      receipts: fc.array(fc.tuple(part, fc.boolean()), { maxLength: 2 }),
      surplus: fc.integer({ min: 0, max: 999 }),
      amount: part,
      /** What a broken line lost. */
      lost: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: part }),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(any, { maxLength: 4 }), async (given) => {
        run += 1;
        const month = `${2030 + Math.floor(run / 12)}-${String((run % 12) + 1).padStart(2, '0')}`;
        const expected = new Map<string, typeof NOTHING>();
        for (const { account_key, of, status, matches, receipts, surplus, amount, lost } of given) {
          const pays =
            status === 'booked' ? sumOf([...matches, ...receipts.map(([one]) => one), surplus]) : 0;
          const total = (pays || amount) + lost;
          const booked_on = `${month}-${of}`;
          const line = await bank.line({ account_key, booked_on, status, amount: total });
          const day = expected.get(`${booked_on} ${account_key}`) ?? { ...NOTHING };
          expected.set(`${booked_on} ${account_key}`, day);
          const isUnknown = ['new', 'proposed', 'attention'].includes(status);
          day.in += total;
          day.unknown += isUnknown ? total : 0;
          day.lines += isUnknown ? 1 : 0;
          day.pays += ['ignored', 'settlement'].includes(status) ? total : pays;
          if (status !== 'booked') continue;
          for (const [at, one] of matches.entries())
            await bank.match(line, { registration_id: fees[at]?.id, amount: one });
          for (const [one, open] of receipts) await bank.receipt(line, one, open ? {} : bank.returned);
          day.open += receipts.filter(([, open]) => open).length;
          if (surplus > 0) await bank.surplus(line, surplus);
        }
        const found = await days(month);
        expect(found).toHaveLength(expected.size);
        for (const one of found) {
          const sums = expected.get(`${one.day} ${one.account_key}`);
          expect({
            in: one.in_total,
            pays: one.booked + one.surplus + one.settlement + one.ignored + one.unapplied,
            unknown: one.unknown,
            open: one.open_receipts,
            lines: one.unknown_lines,
          }).toEqual(sums);
          const { in: came, pays, unknown, open } = sums ?? {};
          expect(one.difference).toBe(Number(came) - Number(pays));
          const settled = unknown === 0 && open === 0 && came === pays;
          const answer = await close(finance, { account: one.account_key, day: one.day });
          expect(answer.statusCode).toBe(settled ? 200 : 409);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);
