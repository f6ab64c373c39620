import { runs } from '@gerbang/domain/testing/runs';
import { importStatement, listBankLines, listStatements } from '@gerbang/contracts/bank-statements';
import { closeBankDay, listBankDays } from '@gerbang/contracts/bank-days';
import { createStatementProfile } from '@gerbang/contracts/statement-profiles';
import { anyFields, anyQuery, anyValue, expectOneShape } from '@gerbang/service-kit/testing/any-input';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { workbook } from './bank-workbooks.ts';
import { type Door, openDoor } from './door.ts';

const HEADERS = ['Waktu', 'Isi', 'Keluar', 'Masuk', 'Saldo'];
const HEAD = HEADERS.join(';');
const SAMPLE = [
  ['', 'Saldo awal', '', '', '1.000.000,00'],
  ['01/03/27', 'RINA WATI', '', '350.137,00', '1.350.137,00'],
  ['02/03/27', 'TOKO CONTOH', '100.000,00', '', '1.250.137,00'],
];

describe('shapes of bank statements that the school describes', () => {
  let door: Door;
  let finance: Caller;
  let account: string;
  beforeAll(async () => {
    door = await openDoor();
    door.setClock(new Date('2027-03-10T05:00:00Z'));
    finance = await door.caller('finance', 'Fina Keuangan');
    account = door.context.school.settings.accounts[0]?.key ?? '';
  });
  beforeEach(async () => {
    await door.db.transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica');
      await trx.raw(
        'delete from bank_lines; delete from bank_statements; delete from statement_profiles; delete from audit_events',
      );
    });
  });
  afterAll(() => door.close());

  const form = (change: Record<string, unknown> = {}) => ({
    account_key: account,
    name: 'Bank Contoh',
    delimiter: ';',
    encoding: 'windows-1252',
    skip_rows: 1,
    headers: HEADERS,
    columns: { date: 0, description: [1], debit: 2, credit: 3, balance: 4 },
    date_format: 'DD/MM/YY',
    decimal_sign: ',',
    sample: SAMPLE,
    ...change,
  });
  const create = (change: Record<string, unknown> = {}) =>
    door.call(createStatementProfile, finance, { body: form(change) });
  const send = (given: string | Buffer, query: Record<string, string> = {}) =>
    door.app.inject({
      method: 'POST',
      url: `${importStatement.path}?${new URLSearchParams({ account_key: account, file_name: 'mutasi.csv', ...query })}`,
      headers: { ...door.headers(finance), 'content-type': 'application/octet-stream' },
      payload: typeof given === 'string' ? Buffer.from(given, 'latin1') : given,
    });
  const file = (rows = SAMPLE, head = HEAD) =>
    ['Rekening koran', head, ...rows.map((row) => row.join(';'))].join('\r\n');

  test('when a shape is kept, then files with its header row are read with it, checked, and say so', async () => {
    const unknown = await send(file());
    expect(unknown.json()).toMatchObject({
      code: 'unknown_shape',
      details: {
        headers: HEADERS,
        sample: SAMPLE.map((row) => row.map((cell) => cell.replace(/[\p{L}\p{N}]/gu, 'x'))),
      },
    });
    const created = await create();
    expect(created.statusCode).toBe(201);
    const { id } = created.json();
    expect(await door.db('audit_events').where({ action: 'statement_profile.created' })).toMatchObject([
      { actor_id: finance.id, subject_id: id, details: { account_key: account, name: 'Bank Contoh' } },
    ]);
    const imported = await send(file());
    expect(imported.statusCode).toBe(201);
    const { statement } = imported.json();
    expect(statement).toMatchObject({
      profile: 'own',
      profile_name: 'Bank Contoh',
      lines_total: 2,
      credits_total: 350_137,
    });
    const results = Object.fromEntries(
      statement.checks.map(({ check, result }: { check: string; result: string }) => [check, result]),
    );
    expect(results).toMatchObject({
      account: 'absent',
      sums: 'absent',
      chain: 'passed',
      future_day: 'passed',
    });
    expect((await door.call(listStatements, finance)).json()).toEqual([statement]);
    expect((await door.call(listBankLines, finance)).json()).toMatchObject([
      { booked_on: '2027-03-01', amount: 350_137, description: 'RINA WATI' },
    ]);
    expect(await door.db('bank_statements').select('own_profile_id')).toEqual([{ own_profile_id: id }]);
  });

  test('when the file is a workbook, then its columns come back too, and it is read with the shape that is made of them', async () => {
    const bytes = workbook([[['Rekening koran'], HEADERS, ...SAMPLE]]);
    expect((await send(bytes)).json()).toMatchObject({
      code: 'unknown_shape',
      details: { headers: HEADERS },
    });
    expect((await create()).statusCode).toBe(201);
    const imported = await send(bytes);
    expect([imported.statusCode, imported.json().statement]).toMatchObject([
      201,
      { profile: 'own', profile_name: 'Bank Contoh', lines_total: 2, credits_total: 350_137 },
    ]);
  });

  test('when a statement of the school’s own shape does not hold together, then it is refused like any other', async () => {
    await create();
    const [first, second] = SAMPLE.slice(1);
    const broken = file([first!, second!.with(4, '1.250.138,00')]);
    expect((await send(broken)).json().code).toBe('balance_mismatch');
    expect((await send(file([first!.with(0, '11/03/27')]))).json().code).toBe('future_day');
    expect((await send(`No. Rekening: 111222333444\r\n${HEAD}\r\n${first!.join(';')}`)).json().code).toBe(
      'other_account',
    );
    expect((await send(file([first!.with(3, '350,137.00')]))).json()).toMatchObject({
      code: 'unreadable_row',
      details: { row: 3 },
    });
    expect(await door.db('bank_statements')).toEqual([]);
  });

  test('when a shape is chosen, then it must be of the account and fit the file', async () => {
    const { id } = (await create()).json();
    const other = (await create({ name: 'Lain', headers: HEADERS.toReversed() })).json().id;
    for (const profile of [uuidv7(), other, 'bsi'])
      expect((await send(file(), { profile })).json()).toMatchObject({
        statusCode: 422,
        code: 'unknown_shape',
      });
    expect((await send(file(), { profile: 'x' })).statusCode).toBe(400);
    expect((await send(file(), { profile: id })).json().statement.profile).toBe('own');
  });

  test.each<[string, Record<string, unknown>, number]>([
    ['has another date', { date_format: 'YYYY-MM-DD' }, 2],
    ['has another sign', { decimal_sign: '.' }, 2],
    [
      'has the columns of money changed with the text',
      { columns: { date: 0, description: [2], debit: 1, credit: 3, balance: 4 } },
      2,
    ],
    ['has a cell too many', { sample: [SAMPLE[1], [...SAMPLE[2]!, 'x']] }, 2],
    ['moves no money', { sample: [SAMPLE[0]] }, 1],
    ['is empty', { sample: [[]] }, 1],
  ])('when the sample %s, then the row is named', async (_what, change, row) => {
    const answer = await create(change);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'unreadable_row',
      issues: [{ path: `sample.${row - 1}` }],
      details: { row },
    });
    expect(answer.body).not.toContain('RINA');
    expect(await door.db('statement_profiles')).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['no money', { date: 0, description: [1] }],
    ['credit alone', { date: 0, description: [1], credit: 3 }],
    ['money twice', { date: 0, description: [1], amount: 2, credit: 3 }],
    ['a direction beside credit and debit', { date: 0, description: [1], credit: 3, debit: 2, direction: 4 }],
    ['a column twice', { date: 0, description: [1], credit: 3, debit: 3 }],
    ['a column that is not there', { date: 0, description: [1], credit: 3, debit: 5 }],
    ['no text', { date: 0, description: [], credit: 3, debit: 2 }],
  ])('when the columns have %s, then 400', async (_what, columns) => {
    const answer = await create({ columns });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().issues[0].path).toMatch(/^columns/u);
  });

  test('when the name is taken, also by many at once, then one shape is kept; another account may have it', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => create()));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(new Set(answers.filter((one) => one.statusCode !== 201).map((one) => one.json().code))).toEqual(
      new Set(['name_taken']),
    );
    expect((await create({ account_key: 'lain' })).json().code).toBe('unknown_account');
    expect(await door.db('statement_profiles')).toHaveLength(1);
  });

  test('when the calls are given anything, then it is never a 5xx, and always the one shape', async () => {
    const admin = await door.caller('admin');
    await fc.assert(
      fc.asyncProperty(
        anyFields([...Object.keys(form()), '__proto__'], anyValue('utama', ';', 'DD/MM/YY')),
        anyQuery(['month', 'account', '__proto__'], '2027-03', '0000-01', '9999-12'),
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 30 }),
          fc.constantFrom('utama', 'lain', '..', '2027-03-03', '9999-12-31'),
        ),
        async (fields, query, part) => {
          const body = { ...form({ name: `Bank ${uuidv7()}` }), ...Object.fromEntries(fields) };
          expectOneShape(await door.call(createStatementProfile, admin, { body }), body);
          expectOneShape(await door.call(listBankDays, admin, { query }), query);
          const params = { account: encodeURIComponent(part), day: '2027-03-03' };
          expectOneShape(await door.call(closeBankDay, admin, { params }), params);
          const days = { account: 'utama', day: encodeURIComponent(part) };
          expectOneShape(await door.call(closeBankDay, admin, { params: days }), days);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
