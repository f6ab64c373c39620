import { runs } from '@gerbang/domain/testing/runs';
import type { OwnShape } from '@gerbang/domain/statement-profiles';
import fc from 'fast-check';
import { readFile } from '../src/bank-statements/read-file.ts';
import { UnreadableStatement } from '../src/bank-statements/statement.ts';
import { movementsOf } from './bank-files.ts';
import { anyShape, printOwn } from './own-shapes.ts';

const RUNS = runs(300);
const BASE: OwnShape = {
  id: '019a0000-0000-7000-8000-000000000001',
  delimiter: ',',
  encoding: 'utf-8',
  skip_rows: 0,
  headers: ['Waktu', 'Isi', 'Kode', 'Debit', 'Kredit', 'Saldo'],
  columns: { date: 0, description: [1], reference: 2, debit: 3, credit: 4, balance: 5 },
  date_format: 'DD/MM/YYYY',
  decimal_sign: '.',
};
const bytes = (...rows: string[]) => Buffer.from(rows.join('\n'));
const read = (file: Uint8Array, shapes: readonly OwnShape[] = [BASE], chosen = false) =>
  readFile(file, { shapes, chosen });
const refusal = async (file: Uint8Array, shapes: readonly OwnShape[] = [BASE], chosen = false) => {
  const refused = await read(file, shapes, chosen).catch((error: unknown) => error);
  if (!(refused instanceof UnreadableStatement)) throw new Error('The file was read');
  return refused.reason;
};
const HEAD = BASE.headers.join(',');

const word = fc.stringMatching(/^[A-Z=+@][A-Z0-9/'é.-]{0,12}$/u);
const movement = fc.record({
  day: fc
    .date({ min: new Date('2026-11-01'), max: new Date('2027-04-30'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  direction: fc.constantFrom('in' as const, 'out' as const),
  sen: fc.integer({ min: 1, max: 500_000_000_000 }),
  text: fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
  reference: fc.stringMatching(/^[0-9]{6,12}$/u),
});

describe('shapes of statements of the school’s own', () => {
  test('when a bank prints any movements in any shape, then that shape reads the same movements', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -1_000_000, max: 100_000_000_000 }),
        fc.array(movement, { minLength: 1, maxLength: 20 }),
        anyShape,
        async (opening, given, { shape, layout }) => {
          const movements = movementsOf(
            opening,
            given.toSorted((a, b) => a.day.localeCompare(b.day)),
          );
          const file = printOwn(shape, layout, movements);
          // Another shape of the account comes first and does not fit.
          const statement = await read(file, [{ ...BASE, id: 'other' }, shape]);
          expect(statement).toMatchObject({ profile: 'own', own_profile_id: shape.id, account_number: null });
          expect(statement.lines).toEqual(
            movements.map((one) => ({
              booked_on: one.day,
              valued_on: null,
              direction: one.direction,
              sen: one.sen,
              description: one.text,
              bank_reference: shape.columns.reference === undefined ? null : one.reference,
              balance: shape.columns.balance === undefined ? null : one.balance,
            })),
          );
        },
      ),
      { numRuns: RUNS },
    );
  });

  test('when a built-in shape fits, then it reads the file, unless another is chosen', async () => {
    const file = bytes(
      'TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan',
      '7,2027-03-01,10:00,K,100.00,100.00,RINA',
    );
    const own: OwnShape = {
      ...BASE,
      headers: ['TrxId', 'Tanggal', 'Trx Time', 'D/K', 'Mutasi', 'Saldo', 'Keterangan'],
      columns: { date: 1, description: [6, 0], amount: 4, direction: 3, balance: 5 },
      date_format: 'YYYY-MM-DD',
    };
    expect(await read(file, [own])).toMatchObject({ profile: 'bsi', own_profile_id: null });
    expect(await read(file, [own], true)).toMatchObject({
      profile: 'own',
      own_profile_id: own.id,
      lines: [{ description: '7 RINA', sen: 10_000 }],
    });
    expect(await refusal(file, [BASE], true)).toEqual({ code: 'other_shape' });
  });

  test('when the header row is another one, in another order or longer, then the shape is not known', async () => {
    const row = '01/03/2027,RINA,7,,100.00,100.00';
    expect((await read(bytes(HEAD, row))).lines).toHaveLength(1);
    expect((await read(bytes(`\uFEFF${HEAD.toUpperCase()}`, row))).lines).toHaveLength(1);
    for (const head of [
      'Waktu,Isi,Kode,Kredit,Debit,Saldo',
      `${HEAD},Cabang`,
      'Waktu,Isi,Kode,Debit,Kredit',
      'Waktu,Isi,Kode,Debet,Kredit,Saldo',
    ])
      expect(await refusal(bytes(head, row))).toMatchObject({ code: 'unknown_shape' });
    expect(await refusal(bytes(HEAD, row), [{ ...BASE, skip_rows: 1 }])).toMatchObject({
      code: 'unknown_shape',
    });
  });

  test('when a row moves money and does not fit the shape, then the file is refused with its number', async () => {
    const refused = { code: 'unreadable_row', row: 3 };
    const good = '01/03/2027,RINA,7,,100.00,100.00';
    for (const row of [
      // A sign within the text moved the cells behind it.
      '02/03/2027,RINA,WATI,7,,100.00,200.00',
      '02/03/2027,RINA,7,,100.00,200.00,x,x,x',
      '2027-13-02,RINA,7,,100.00,200.00',
      '02-03-2027,RINA,7,,100.00,200.00',
      '31/02/2027,RINA,7,,100.00,200.00',
      '02/03/2027,RINA,7,=100,,200.00',
      '02/03/2027,RINA,7,50.00,100.00,200.00',
      '02/03/2027,RINA,7,,-100.00,200.00',
      '02/03/2027,RINA,7,,100.00,=A1',
    ])
      expect(await refusal(bytes(HEAD, good, row))).toEqual(refused);
  });

  test('when rows above, between and below move no money, then they are passed over, and sums are kept', async () => {
    const statement = await read(
      bytes(
        'REKENING KORAN',
        'No. Rekening: 700-9322-722',
        '',
        ',,',
        HEAD,
        'Saldo Awal,1000.00',
        '01/03/2027,Saldo pindahan,,,,1000.00',
        '01/03/2027,Credit dari RINA,7,,100.00,1100.00',
        'Credit,100.00,1',
        'Saldo Akhir,1100.00',
      ),
      [{ ...BASE, skip_rows: 2 }],
    );
    expect(statement).toMatchObject({
      account_number: '7009322722',
      lines: [{ sen: 10_000, description: 'Credit dari RINA' }],
      foot: { opening: 100_000, closing: 110_000, credits: 10_000, credit_lines: 1 },
    });
  });

  test('when the text comes first and begins like a sum, then it is a line all the same', async () => {
    const shape: OwnShape = {
      ...BASE,
      headers: ['Isi', 'Kredit', 'Debit', 'Waktu'],
      columns: { description: [0], credit: 1, debit: 2, date: 3 },
    };
    const statement = await read(bytes('Isi,Kredit,Debit,Waktu', 'CREDIT INTEREST,100.00,,01/03/2027'), [
      shape,
    ]);
    expect(statement.lines).toMatchObject([{ sen: 10_000, direction: 'in' }]);
    expect(statement.foot.credits).toBeNull();
  });

  test('when a cell is a formula, or longer than any bank’s text, then it stays text', async () => {
    const long = `=HYPERLINK("https://contoh.id","x") ${'A'.repeat(5000)}`;
    const statement = await read(bytes(HEAD, `01/03/2027,"${long.replaceAll('"', '""')}",7,,100.00,`));
    expect(statement.lines[0]?.description).toBe(long.slice(0, 1000));
  });

  test('when a sign alone gives the direction, then it counts only where balances are there', async () => {
    const shape: OwnShape = {
      ...BASE,
      headers: ['Waktu', 'Isi', 'Jumlah', 'Saldo'],
      columns: { date: 0, description: [1], amount: 2, balance: 3 },
    };
    const file = bytes('Waktu,Isi,Jumlah,Saldo', '01/03/2027,A,100.00,100.00', '01/03/2027,B,-40.00,60.00');
    expect((await read(file, [shape])).lines).toMatchObject([
      { direction: 'in', sen: 10_000 },
      { direction: 'out', sen: 4000 },
    ]);
    const { balance: _balance, ...columns } = shape.columns;
    expect(await refusal(file, [{ ...shape, columns }])).toEqual({ code: 'unreadable_row', row: 2 });
  });

  test('when a table has no head, then what comes back of it is masked', async () => {
    expect(await refusal(bytes('01/03/2027,RINA WATI,350137.00', '02/03/2027,BUDI,1.00'), [])).toEqual({
      code: 'unknown_shape',
      headers: ['xx/xx/xxxx', 'xxxx xxxx', 'xxxxxx.xx'],
      sample: [['xx/xx/xxxx', 'xxxx', 'x.xx']],
    });
  });
});
