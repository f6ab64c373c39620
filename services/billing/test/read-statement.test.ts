import { runs } from '@gerbang/domain/testing/runs';
import { STATEMENT_PROFILES, type StatementProfile } from '@gerbang/domain/bank-statements';
import fc from 'fast-check';
import { readCells } from '../src/bank-statements/read-cells.ts';
import { readStatement } from '../src/bank-statements/read-statement.ts';
import { type Statement, UnreadableStatement } from '../src/bank-statements/statement.ts';
import { type Movement, movementsOf, PRINTERS } from './bank-files.ts';

const RUNS = runs(200);
const ACCOUNT = '0060003911777';

async function read(
  text: string,
  encode = (one: string): Uint8Array => new TextEncoder().encode(one),
): Promise<Statement> {
  return readStatement(await readCells(encode(text)));
}
const windows1252 = (text: string) => Buffer.from(text, 'latin1');

const refusal = async (text: string) => {
  const refused = await read(text).catch((error: unknown) => error);
  if (!(refused instanceof UnreadableStatement)) throw new Error('The file was read');
  return refused.reason;
};

const word = fc.stringMatching(/^[A-Z][A-Z0-9/'é-]{0,12}$/u);
const movement = fc.record({
  day: fc
    .date({ min: new Date('2026-11-01'), max: new Date('2027-04-30'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  direction: fc.constantFrom('in' as const, 'out' as const),
  sen: fc.integer({ min: 1, max: 500_000_000_000 }),
  text: fc.array(word, { minLength: 2, maxLength: 6 }).map((words) => words.join(' ')),
  reference: fc.stringMatching(/^[0-9]{6,12}$/u),
});
const history = fc
  .tuple(
    fc.integer({ min: -1_000_000, max: 100_000_000_000 }),
    fc.array(movement, { minLength: 2, maxLength: 30 }),
  )
  .map(([opening, some]) => ({
    opening,
    movements: movementsOf(
      opening,
      some.toSorted((a, b) => a.day.localeCompare(b.day)),
    ),
  }));

/** What each bank's export holds of a movement. */
function expected(profile: StatementProfile, one: Movement) {
  const referenced = ['mandiri-mcm', 'bsi', 'bni', 'bri'].includes(profile);
  return {
    booked_on: one.day,
    direction: one.direction,
    sen: one.sen,
    description: one.text,
    bank_reference: referenced ? one.reference : null,
    ...(profile !== 'mandiri-mcm' && { balance: one.balance }),
  };
}

describe('reading of bank statements', () => {
  test.each(STATEMENT_PROFILES)(
    'when %s prints any movements, in any grouping and encoding, then the same movements are read',
    async (profile) => {
      await fc.assert(
        fc.asyncProperty(
          history,
          fc.boolean(),
          fc.boolean(),
          async ({ opening, movements }, grouped, old) => {
            const text = PRINTERS[profile]({ account: ACCOUNT, opening, movements, grouped });
            const statement = await read(old ? text : `\uFEFF${text}`, old ? windows1252 : undefined);
            expect(statement.profile).toBe(profile);
            expect(statement.lines).toHaveLength(movements.length);
            for (const [at, one] of movements.entries()) {
              expect(statement.lines[at]).toMatchObject(expected(profile, one));
            }
          },
        ),
        { numRuns: RUNS },
      );
    },
  );

  test('when BCA Bisnis names account, period and sums, then they are read with the lines', async () => {
    const movements = movementsOf(12_060_467_540, [
      {
        day: '2026-12-31',
        direction: 'in',
        sen: 35_013_700,
        text: 'TRSF E-BANKING CR 3112/FTSCY/WS95051 GB-7K2M9Q RINA WATI',
        reference: '',
      },
      {
        day: '2027-01-02',
        direction: 'out',
        sen: 28_749_000,
        text: 'TRSF E-BANKING DB TOKO CONTOH',
        reference: '',
      },
    ]);
    const text = PRINTERS['bca-bisnis']({
      account: '1234567890',
      opening: 12_060_467_540,
      movements,
      grouped: true,
    });
    expect(await read(text)).toMatchObject({
      account_number: '1234567890',
      period: { from: '2026-12-31', to: '2027-01-02' },
      foot: {
        opening: 12_060_467_540,
        closing: 12_066_732_240,
        credits: 35_013_700,
        debits: 28_749_000,
        credit_lines: 1,
        debit_lines: 1,
      },
      lines: [{ booked_on: '2026-12-31' }, { booked_on: '2027-01-02' }],
    });
  });

  test('when a movement is not posted yet, then it has no day', async () => {
    const statement = await read(
      [
        "Account No.,=,'1234567890",
        'Date,Description,Branch,Amount,,Balance',
        "'02/01/2027,SWITCHING CR RINA WATI,'0000,350137.00,CR,1350137.00",
        "PEND,TRSF E-BANKING CR BUDI,'0000,500000.00,CR,1850137.00",
      ].join('\n'),
    );
    expect(statement.lines.map(({ booked_on, sen }) => [booked_on, sen])).toEqual([
      ['2027-01-02', 35_013_700],
      [null, 50_000_000],
    ]);
  });

  test('when Mandiri sends its older table, then semicolons and other heads are read too', async () => {
    const statement = await read(
      [
        'AccountNo;Ccy;PostDate;Remarks;AdditionalDesc;Credit Amount;Debit Amount;Close Balance',
        `${ACCOUNT};IDR;02/01/2027;MCM InhouseTrf;DARI RINA WATI;350,137.00;0.00;1,350,137.00`,
      ].join('\n'),
    );
    expect(statement).toMatchObject({
      profile: 'mandiri-mcm',
      account_number: ACCOUNT,
      lines: [{ sen: 35_013_700, description: 'MCM InhouseTrf DARI RINA WATI', balance: 135_013_700 }],
    });
  });

  test('when a row moves money and cannot be read, then the file is refused with its number', async () => {
    const file = (row: string) => ['TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan', row].join('\n');
    const row = { code: 'unreadable_row', row: 2 };
    expect(await refusal(file('1,2027-13-40,10:00,K,100.00,100.00,A'))).toEqual(row);
    expect(await refusal(file('1,2027-03-01,10:00,K,1.000.00,100.00,A'))).toEqual(row);
    expect(await refusal(file('1,2027-03-01,10:00,X,100.00,100.00,A'))).toEqual(row);
    expect(await refusal(file('1,2027-03-01,10:00,K,100.00,abc,A'))).toEqual(row);
    expect(await refusal(file('1,2027-03-01,10:00,K,-100.00,100.00,A'))).toEqual(row);
  });

  test('when no bank is known by the head, then the columns come back with masked rows', async () => {
    expect(await refusal('Waktu,Isi,Uang\n1/3/2027,RINA WATI 0812,350137')).toEqual({
      code: 'unknown_shape',
      headers: ['Waktu', 'Isi', 'Uang'],
      sample: [['x/x/xxxx', 'xxxx xxxx xxxx', 'xxxxxx']],
    });
  });

  test('when the file is no table, or too long, then it is refused', async () => {
    expect(await refusal('halo')).toEqual({ code: 'not_a_table' });
    expect(await refusal('\u0000\u0001')).toEqual({ code: 'not_a_table' });
    expect(await refusal('PK not a workbook')).toEqual({ code: 'not_a_table' });
    const row = '1,2027-03-01,10:00,K,100.00,100.00,A';
    const many = [
      'TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan',
      ...Array.from({ length: 20_001 }, () => row),
    ];
    expect(await refusal(many.join('\n'))).toEqual({ code: 'too_long' });
  });
});
