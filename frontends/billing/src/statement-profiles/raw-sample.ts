import { STATEMENT_DELIMITERS, type STATEMENT_ENCODINGS } from '@gerbang/domain/statement-profiles';

type Encoding = (typeof STATEMENT_ENCODINGS)[number];

/** The beginning of a bank's file as it is: the server shows it masked only. */
export interface RawSample {
  readonly headers: readonly string[];
  /** Up to five rows under the head. */
  readonly sample: readonly (readonly string[])[];
  readonly delimiter: (typeof STATEMENT_DELIMITERS)[number];
  readonly encoding: Encoding;
  /** Rows above the head, blank ones not counted. */
  readonly skip_rows: number;
}

const ROWS = 5;
/** Heads stand within the first rows. */
const READ_BYTES = 65_536;

/** A line of a CSV file in cells; a quotation mark inside a cell is doubled. */
function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line.charAt(at);
    if (letter === '"') {
      if (quoted && line[at + 1] === '"') {
        cell += letter;
        at += 1;
      } else quoted = !quoted;
    } else if (letter === delimiter && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell];
}

function decode(bytes: ArrayBuffer): { text: string; encoding: Encoding } {
  // The last letter may be cut where the reading ends.
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  return text.includes('\uFFFD')
    ? { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
    : { text, encoding: 'utf-8' };
}

/** Cells as the server names heads: without blanks around them, and without the empty ones at the end. */
const plain = (cells: readonly string[]) =>
  cells
    .map((cell) => cell.trim().slice(0, 100))
    .join('\n')
    .trimEnd();

/** Where these heads stand, with the rows below them, each as wide as the head. */
function sampleBelow(rows: readonly (readonly string[])[], headers: readonly string[]) {
  const at = rows.findIndex((cells) => plain(cells) === plain(headers));
  const sample = rows
    .slice(at + 1, at + 1 + ROWS)
    .map((cells) => [...cells, ...headers.slice(cells.length).map(() => '')]);
  return at >= 0 && sample.length > 0 ? { headers, sample, skip_rows: at } : null;
}

/** Finds the row of these heads in a CSV file or a workbook's first sheet, with the rows below it; null where it is absent. */
export async function rawSample(file: Blob, headers: readonly string[]): Promise<RawSample | null> {
  const { text, encoding } = decode(await file.slice(0, READ_BYTES).arrayBuffer());
  if (text.startsWith('PK')) {
    const { excelRows } = await import('./excel-rows.ts');
    const found = sampleBelow((await excelRows(file)) ?? [], headers);
    // How text is written says nothing of a workbook.
    return found && { ...found, delimiter: ',', encoding: 'utf-8' };
  }
  const lines = text.split(/\r\n|\n|\r/u).filter((line) => line.trim() !== '');
  for (const delimiter of STATEMENT_DELIMITERS) {
    const rows = lines.map((line) => cellsOf(line, delimiter));
    const found = sampleBelow(rows, headers);
    if (found) return { ...found, delimiter, encoding };
  }
  return null;
}
