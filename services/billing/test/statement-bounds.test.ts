import { workbook } from './bank-workbooks.ts';
import { readFile } from '../src/bank-statements/read-file.ts';
import { UnreadableStatement } from '../src/bank-statements/statement.ts';
import { strToU8 } from 'fflate';

const refusal = (bytes: Uint8Array) =>
  readFile(bytes, { shapes: [], chosen: false }).then(
    () => 'it was read',
    (error: unknown) => (error instanceof UnreadableStatement ? error.reason.code : String(error)),
  );
/** A workbook whose sheet is this text. */
const sheet = (rows: string) =>
  workbook([[['x']]], {
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  });

describe('the bounds of a statement', () => {
  test.each([
    ['a line of 2 MB', Buffer.from(`a,b,c\n${'x'.repeat(2_000_000)}`)],
    ['2 MB of cells in one line', Buffer.from(`a,b,c\n${'1,'.repeat(1_000_000)}`)],
    ['a row far down', sheet('<row r="1000000000"><c r="A1"><v>1</v></c></row>')],
    ['a row just over', sheet('<row r="21001"><c><v>1</v></c></row>')],
    ['a cell far right', sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>')],
    ['a cell just over', sheet('<row r="1"><c s="1" r="CW1"><v>1</v></c></row>')],
    ['a place that is none', sheet('<row r="1"><c r="&#65;1"><v>1</v></c></row>')],
    ['a prefixed row far down', sheet('<x:row r="99999"><x:c r="A1"/></x:row>')],
  ])('when it has %s, then it is too long, before it is parsed', async (_what, bytes) => {
    expect(await refusal(bytes)).toBe('too_long');
  });

  test('when lines and cells lie at the bounds, then what they hold decides', async () => {
    expect(await refusal(Buffer.from(`a,b,c\n${'x'.repeat(10_000)}\r\n`))).toBe('unknown_shape');
    expect(await refusal(sheet('<row r="21000"><c r="CV21000"><v>1</v></c></row>'))).not.toBe('too_long');
  });
});
