import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { buffer } from 'node:stream/consumers';
import { csv } from '../src/http/csv.ts';
import type { Cell } from '../src/http/workbook.ts';
import { readCsv } from '../src/testing/read-csv.ts';

async function* pagesOf(pages: readonly (readonly (readonly Cell[])[])[]) {
  yield* pages;
}
const columns = (count: number) =>
  Array.from({ length: count }, (_none, at) => ({ title: `K${at}`, width: 10 }));
// As bytes: a reader of texts drops the mark.
const fileOf = async (rows: readonly (readonly Cell[])[]) =>
  (await buffer(csv(columns(rows[0]?.length ?? 1), pagesOf([rows])))).toString();
const cellOf = async (text: string) => readCsv(await fileOf([[{ text }]]))[1]?.[0];

describe('a sheet as CSV', () => {
  test('when cells are typed, then each is written as Excel in Indonesian reads it', async () => {
    const file = await fileOf([
      [
        { text: 'Umar; "Faruq"' },
        { number: 12.5 },
        { rupiah: 550_000 },
        { day: '2019-05-01' },
        { moment: new Date('2026-11-20T18:30:00Z') },
        null,
      ],
    ]);
    expect(file).toBe(
      '\uFEFFK0;K1;K2;K3;K4;K5\r\n"Umar; ""Faruq""";12,5;550000;01/05/2019;21/11/2026 01:30;\r\n',
    );
  });

  test.each(['=1+1', '+62812', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1', '＝1', '＋1', '－1', '＠A'])(
    'when a text is %j, then an apostrophe keeps it from being a formula',
    async (text) => {
      expect(await cellOf(text)).toBe(`'${text}`);
    },
  );

  test.each(['0123456789', '9912341234567890', '081234567890'])(
    'when a number is as long as %s or begins with 0, then it stays a text',
    async (text) => expect(await cellOf(text)).toBe(`'${text}`),
  );

  test.each(['1', 'SD', '2026/2027', 'Umar Faruq', '0812-3456-7890', "'ali"])(
    'when a text is %s, then it stays as it is',
    async (text) => expect(await cellOf(text)).toBe(text),
  );

  test('when texts are of any kind, then rows and columns stay, no cell is a formula, and each text is there', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...'=+-@\t\r\n;,"\' 0x')).map((signs) => signs.join('')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 6 }), async (rows) => {
        const [, ...written] = readCsv(await fileOf(rows.map((row) => row.map((one) => ({ text: one })))));
        expect(written).toHaveLength(rows.length);
        for (const [at, row] of rows.entries()) {
          const cells = written[at] ?? [];
          expect(cells).toHaveLength(row.length);
          for (const [column, cell] of cells.entries()) {
            expect(cell).not.toMatch(/^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u);
            const clean = (row[column] ?? '').toWellFormed().replaceAll('\u0000', '');
            expect([clean, `'${clean}`]).toContain(cell);
          }
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  test('when the reader leaves, then the pages end', async () => {
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield [[{ text: 'x'.repeat(1000) }]];
      } finally {
        ended = true;
      }
    }
    const stream = csv(columns(1), endless());
    await stream[Symbol.asyncIterator]().next();
    stream.destroy();
    await new Promise((done) => void stream.once('close', done));
    expect(ended).toBe(true);
  });
});
