import { runs } from '@gerbang/domain/testing/runs';
import { importStatement } from '@gerbang/contracts/bank-statements';
import { STATEMENT_PROFILES, type StatementProfile } from '@gerbang/domain/bank-statements';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { cellsOf, type Day, workbook } from './bank-workbooks.ts';
import { movementsOf, PRINTERS } from './bank-files.ts';
import { type Door, openDoor } from './door.ts';

const NOON = new Date('2027-03-20T05:00:00Z');
const ROW_DAY = /^'?(\d{2})\/(\d{2})\/(\d{4}|\d{2})$/u;
const FULL_DAY = /^(\d{4})-(\d{2})-(\d{2})$/u;
const SERIAL_ZERO = Date.UTC(1899, 11, 30);

const isoOf = (cell: string) => {
  if (FULL_DAY.test(cell)) return cell;
  const [, day, month, year = ''] = ROW_DAY.exec(cell) ?? [];
  return day === undefined ? null : `${year.length === 2 ? `20${year}` : year}-${month}-${day}`;
};
const asDay = (cell: string): string | Day => {
  const day = isoOf(cell);
  return day === null ? cell : { day };
};
const asSerial = (cell: string) => {
  const day = isoOf(cell);
  return day === null ? cell : String((Date.parse(day) - SERIAL_ZERO) / 86_400_000);
};
const asNumber = (cell: string | Day) =>
  typeof cell === 'string' && /^\d{1,3}(?:,\d{3})*\.\d{2}$/u.test(cell)
    ? Number(cell.replaceAll(',', ''))
    : cell;
const csv = (rows: readonly (readonly string[])[], delimiter: string, end: string) =>
  rows
    .map((cells) =>
      cells.map((cell) => (/[",;\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter),
    )
    .join(end);

/** What people and programs make of a bank's file without changing what it says. */
const HARMLESS: Readonly<Record<string, (rows: string[][]) => Buffer>> = {
  'saved as a workbook': (rows) => workbook([rows]),
  'saved as a workbook with days as days and amounts as numbers': (rows) =>
    workbook([rows.map((cells) => cells.map((cell) => asNumber(asDay(cell))))]),
  'days as serial numbers': (rows) =>
    Buffer.from(
      csv(
        rows.map((cells) => cells.map(asSerial)),
        ',',
        '\n',
      ),
    ),
  'semicolons and CRLF': (rows) => Buffer.from(csv(rows, ';', '\r\n')),
  'tabs and a byte order mark': (rows) => Buffer.from(`\uFEFF${csv(rows, '\t', '\n')}`),
  'UTF-16 with a mark': (rows) => Buffer.from(`\uFEFF${csv(rows, '\t', '\r\n')}`, 'utf16le'),
  'UTF-16 without one': (rows) => Buffer.from(csv(rows, ',', '\r\n'), 'utf16le'),
  'UTF-16, big end first': (rows) => Buffer.from(`\uFEFF${csv(rows, ';', '\n')}`, 'utf16le').swap16(),
  'blank rows between': (rows) =>
    Buffer.from(
      csv(
        rows.flatMap((cells) => [cells, ['']]),
        ',',
        '\n',
      ),
    ),
};

describe('statements that went through a spreadsheet', () => {
  let door: Door;
  let finance: Caller;
  let account: { key: string; account_number: string };
  let run = 0;
  beforeAll(async () => {
    door = await openDoor();
    door.setClock(NOON);
    finance = await door.caller('finance');
    const [first] = door.context.school.settings.accounts;
    if (!first) throw new Error('The sample school has no account');
    account = first;
  });
  beforeEach(async () => {
    await door.db.raw('alter table bank_statements disable trigger user');
    await door.db('bank_lines').delete();
    await door.db('bank_statements').delete();
    await door.db.raw('alter table bank_statements enable trigger user');
  });
  afterAll(() => door.close());

  const send = (bytes: Buffer, query: Record<string, string> = {}) =>
    door.app.inject({
      method: 'POST',
      url: `${importStatement.path}?${new URLSearchParams({ account_key: account.key, file_name: 'mutasi.csv', ...query })}`,
      headers: { ...door.headers(finance), 'content-type': 'application/octet-stream' },
      payload: bytes,
    });
  const said = async (bytes: Buffer, check: string) => {
    const answer = await send(bytes);
    const { statement, details, message } = answer.json();
    const checks: { check: string; result: string; text: string }[] = (statement ?? details)?.checks ?? [];
    return { status: answer.statusCode, message, ...checks.find((one) => one.check === check) };
  };
  const digits = () => account.account_number.replace(/\D/gu, '');
  const printed = (profile: StatementProfile, of: readonly { day: string; rupiah: number }[]) => {
    // Balances of its own: the account is the same in every run.
    const opening = 100_000_000 + (run += 1) * 1_000_000_000_000;
    const given = of.map(({ day, rupiah }, at) => ({
      day,
      direction: 'in' as const,
      sen: rupiah * 100,
      text: 'BI-FAST CR BUDI SANTOSO',
      reference: `${run}${at}`,
    }));
    const file = { account: digits(), opening, movements: movementsOf(opening, given), grouped: false };
    const text = PRINTERS[profile](file);
    const delimiter = profile === 'bca-pratinjau' ? ';' : ',';
    return cellsOf(text, delimiter);
  };

  test.each(Object.keys(HARMLESS))(
    'when a file of any bank has %s, then its lines are the same',
    async (name) => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...STATEMENT_PROFILES.filter((one) => one !== 'bca-pratinjau')),
          fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 99_000_000 })), {
            minLength: 1,
            maxLength: 6,
          }),
          async (profile, some) => {
            await door.db('bank_lines').delete();
            const of = some
              .toSorted(([a], [b]) => a - b)
              .map(([day, rupiah]) => ({ day: `2027-03-${String(day).padStart(2, '0')}`, rupiah }));
            const answer = await send(HARMLESS[name]?.(printed(profile, of)) ?? Buffer.alloc(0));
            expect([answer.statusCode, answer.json().message]).toEqual([201, undefined]);
            const stored = await door.db('bank_lines').select('booked_on', 'amount');
            const shape = (day: string, rupiah: number) => `${day} ${rupiah}`;
            expect(stored.map((one) => shape(one.booked_on, one.amount)).toSorted()).toEqual(
              of.map((one) => shape(one.day, one.rupiah)).toSorted(),
            );
          },
        ),
        { numRuns: runs(30) },
      );
    },
  );

  const bsi = (period: string | null, days: readonly string[]) =>
    Buffer.from(
      [
        ...(period === null ? [] : [`Periode,${period}`]),
        'TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan',
        ...days.map((day, at) => `${(run += 1)},${day},10:00,K,100.00,${100 * (at + 1)}.00,BUDI`),
      ].join('\n'),
    );

  test('when days lie outside the file’s own period, then it is refused and both readings are named', async () => {
    const answer = await said(bsi('01/03/2027 - 12/03/2027', ['03/05/2027', '03/10/2026']), 'future_day');
    expect(answer.status).toBe(422);
    expect(await said(bsi('01/11/2026 - 12/11/2026', ['11/05/2026', '11/10/2026']), 'period')).toMatchObject({
      status: 422,
      result: 'failed',
      message: expect.stringContaining(
        '11 Mei 2026 (atau 5 November 2026), 11 Oktober 2026 (atau 10 November 2026)',
      ),
    });
    expect(await door.db('bank_lines')).toEqual([]);
  });

  test('when days jump by months without a period, then a warning names both readings', async () => {
    const warned = {
      status: 201,
      result: 'warning',
      text: expect.stringContaining('11 Mei 2026 (atau 5 November 2026)'),
    };
    expect(await said(bsi(null, ['11/05/2026', '11/10/2026']), 'days')).toMatchObject(warned);
  });

  test('when one day alone is exchanged, then the statement before it tells', async () => {
    expect(await said(bsi(null, ['13/11/2026', '14/11/2026']), 'days')).toMatchObject({ result: 'passed' });
    expect(await said(bsi(null, ['12/01/2026']), 'days')).toMatchObject({
      result: 'warning',
      text: expect.stringContaining('12 Januari 2026 (atau 1 Desember 2026)'),
    });
  });

  test('when days of any span are as the bank wrote them, then nothing is warned of', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 200 }),
        fc.array(fc.nat({ max: 25 }), { minLength: 1, maxLength: 8 }),
        async (start, some) => {
          await door.db('bank_lines').delete();
          const first = Date.parse('2026-07-15') + start * 86_400_000;
          const days = some
            .toSorted((a, b) => a - b)
            .map((more) => new Date(first + more * 86_400_000).toISOString().slice(0, 10))
            .map((day) => day.split('-').toReversed().join('/'));
          await door.db.raw('alter table bank_statements disable trigger user');
          await door.db('bank_statements').delete();
          await door.db.raw('alter table bank_statements enable trigger user');
          expect(await said(bsi(null, days), 'days')).toMatchObject({ status: 201, result: 'passed' });
        },
      ),
      { numRuns: runs(30) },
    );
  });

  test('when Excel has shortened the account’s number, then that is what the refusal says', async () => {
    const head =
      'NOREK,TGL_TRAN,TGL_EFEKTIF,JAM_TRAN,SEQ,DESK_TRAN,SALDO_AWAL_MUTASI,MUTASI_DEBIT,MUTASI_KREDIT';
    for (const number of ['7,00932E+09', '7.00932E+09', '7E+09', '########']) {
      const row = `"${number}",05/03/2027,05/03/2027,10:00,1,BUDI,100.00,0.00,100.00`;
      expect(await said(Buffer.from(`${head}\n${row}`), 'account')).toMatchObject({
        status: 422,
        message: expect.stringContaining('memendekkan nomor rekening'),
      });
    }
  });

  test('when a file is locked, or of LibreOffice’s own kind, then the way on is said', async () => {
    const locked = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    const document = zipSync({
      mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
      'content.xml': strToU8('<office:document-content/>'),
    });
    for (const [bytes, way] of [
      [locked, /kata sandi.*hapus kata sandinya/u],
      [Buffer.from(document), /LibreOffice.*Simpan Sebagai.*\.xlsx/u],
    ] as const) {
      const answer = await send(bytes);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ code: 'not_a_table', message: expect.stringMatching(way) });
    }
  });

  test('when Excel has lost a value or keeps an hour for an amount, then the row is refused and none is stored', async () => {
    const head = 'TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan'.split(',');
    const row = (amount: Parameters<typeof workbook>[0][number][number][number]) =>
      workbook([[head, ['1', '2027-03-01', '10:00', 'K', amount, '', 'BUDI']]]);
    for (const bytes of [row({ error: '#NAME?' }), row({ formula: 'A1+1' }), row(true), row(14 + 7 / 12)]) {
      const answer = await send(bytes);
      expect([answer.statusCode, answer.json().code, answer.json().details]).toEqual([
        422,
        'unreadable_row',
        { row: 2 },
      ]);
    }
    expect(await door.db('bank_lines')).toEqual([]);
  });

  test('when Excel parts cells by semicolons and saves, then no line is left out', async () => {
    const file = [
      "Account No.,=,'" + digits(),
      'Date,Description,Branch,Amount,,Balance',
      "'01/03/2027,BI-FAST CR RINA,'0000,350137.00,CR,1350137.00",
      `"'02/03/2027,""TRSF, DARI BUDI"",'0000,500.00,CR,1350637.00"`,
    ];
    expect((await send(Buffer.from(file.join('\r\n')))).statusCode).toBe(201);
    const stored = await door.db('bank_lines').orderBy('booked_on').select('booked_on', 'amount');
    expect(stored).toEqual([
      { booked_on: '2027-03-01', amount: 350_137 },
      { booked_on: '2027-03-02', amount: 500 },
    ]);
  });

  test('when a file is an old workbook or a page called .xls, then the way on is said', async () => {
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
    for (const bytes of [
      old,
      Buffer.from('<html><body><table><tr><td>Tanggal</td></tr></table></body></html>'),
    ]) {
      const answer = await send(bytes);
      expect(answer.json()).toMatchObject({
        code: 'not_a_table',
        message: expect.stringMatching(/Simpan Sebagai.*\.xlsx/u),
      });
    }
  });
});
