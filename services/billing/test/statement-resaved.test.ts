import { runs } from '@gerbang/domain/testing/runs';
import { STATEMENT_PROFILES, type StatementProfile } from '@gerbang/domain/bank-statements';
import fc from 'fast-check';
import { readFile } from '../src/bank-statements/read-file.ts';
import { type Statement, UnreadableStatement } from '../src/bank-statements/statement.ts';
import { movementsOf, PRINTERS } from './bank-files.ts';
import { cellsOf } from './bank-workbooks.ts';
import { RESAVED } from './resaved-files.ts';

const NONE = { shapes: [], chosen: false } as const;
const ACCOUNT = '0060003911777';
const YEAR_MONTH = '2027-03';

/** Savings that change nothing of what each bank's file says; the others may also be refused. */
const FAITHFUL = [
  'CSV by Excel, which parts cells by semicolons',
  'CSV with every line in quotes',
  'XLSX by Excel, which parts cells by semicolons',
  'XLSX by Excel',
  'XLSX by LibreOffice',
  'CSV with blank rows above and a blank column',
];

const movement = fc.record({
  day: fc.integer({ min: 1, max: 28 }).map((day) => `${YEAR_MONTH}-${String(day).padStart(2, '0')}`),
  direction: fc.constantFrom('in' as const, 'out' as const),
  sen: fc.oneof(fc.integer({ min: 100, max: 500_000_000_000 }), fc.integer({ min: 1, max: 9999 })),
  text: fc.constantFrom('BI-FAST CR RINA', 'TRSF, DARI BUDI', 'SETORAN; TUNAI', 'KATA "SPP" SITI'),
  reference: fc.stringMatching(/^[0-9]{6,12}$/u),
});
const history = fc
  .tuple(fc.integer({ min: 0, max: 50_000_000_000_000 }), fc.array(movement, { minLength: 1, maxLength: 12 }))
  .map(([opening, some]) => ({
    opening,
    movements: movementsOf(
      opening,
      some.toSorted((a, b) => a.day.localeCompare(b.day)),
    ),
  }));

const read = (bytes: Uint8Array): Promise<Statement | string> =>
  readFile(bytes, NONE).catch((error: unknown) => {
    if (error instanceof UnreadableStatement) return error.reason.code;
    throw error;
  });
const moneyOf = (statement: Statement) => statement.lines.map(({ direction, sen }) => [direction, sen]);
const daysOf = (statement: Statement) => statement.lines.map(({ booked_on }) => booked_on);

describe('a statement that a spreadsheet has saved again', () => {
  const cases = Object.keys(RESAVED).flatMap((name) => STATEMENT_PROFILES.map((profile) => [name, profile]));

  test.each(cases as [string, StatementProfile][])(
    'when it is %s, of %s, then its money is read as the bank wrote it, or the file is refused',
    async (name, profile) => {
      await fc.assert(
        fc.asyncProperty(history, fc.boolean(), async ({ opening, movements }, grouped) => {
          const text = PRINTERS[profile]({ account: ACCOUNT, opening, movements, grouped });
          const original = await readFile(Buffer.from(text), NONE);
          const rows = cellsOf(text, profile === 'bca-pratinjau' ? ';' : ',');
          const resaved = await read(RESAVED[name]?.(rows) ?? Buffer.alloc(0));
          if (typeof resaved === 'string') {
            // A semicolon in a text tears its line where cells are parted by semicolons.
            const torn = movements.some((one) => one.text.includes(';'));
            expect(!torn && FAITHFUL.includes(name)).toBe(false);
            expect(['unreadable_row', 'unknown_shape', 'not_a_table']).toContain(resaved);
            return;
          }
          expect(moneyOf(resaved)).toEqual(moneyOf(original));
          expect(daysOf(resaved)).toEqual(daysOf(original));
        }),
        { numRuns: runs(25) },
      );
    },
  );
});
