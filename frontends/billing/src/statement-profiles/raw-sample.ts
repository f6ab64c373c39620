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

/** Why a file's rows are not there to be described: each has a remedy of its own. */
export type SampleTrouble = 'head_not_found' | 'broken_workbook' | 'file_gone' | 'program_lost';

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

/** Text of the rows of a workbook's first sheet. */
async function workbookRows(file: Blob): Promise<readonly (readonly string[])[] | SampleTrouble> {
  const program = await import('./excel-rows.ts').catch(() => null);
  if (!program) return 'program_lost';
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return 'file_gone';
  // Whatever is wrong inside an archive shows as an error of another kind.
  return (await program.excelRows(bytes).catch(() => null)) ?? 'broken_workbook';
}

/** The row of these heads in a CSV file or a workbook's first sheet, with the rows below it; or why it cannot be had. */
export async function rawSample(file: Blob, headers: readonly string[]): Promise<RawSample | SampleTrouble> {
  const beginning = await file
    .slice(0, READ_BYTES)
    .arrayBuffer()
    .catch(() => null);
  if (!beginning) return 'file_gone';
  const { text, encoding } = decode(beginning);
  if (text.startsWith('PK')) {
    const rows = await workbookRows(file);
    if (typeof rows === 'string') return rows;
    const found = sampleBelow(rows, headers);
    // How text is written says nothing of a workbook.
    return found ? { ...found, delimiter: ',', encoding: 'utf-8' } : 'head_not_found';
  }
  const lines = text.split(/\r\n|\n|\r/u).filter((line) => line.trim() !== '');
  for (const delimiter of STATEMENT_DELIMITERS) {
    const rows = lines.map((line) => cellsOf(line, delimiter));
    const found = sampleBelow(rows, headers);
    if (found) return { ...found, delimiter, encoding };
  }
  return 'head_not_found';
}
