import { fieldOfHeading } from '@gerbang/domain/imports';
import { columnName } from '@gerbang/service-kit/http/workbook';

/** A cell as a file has it: a number keeps the digits in which the file writes it. */
export type ListCell = string | { readonly number: string };

/** A row of the list. `n` is its line in the file. */
export interface ListRow {
  readonly n: number;
  readonly cells: readonly ListCell[];
  /** Whether a filter or a person hides it in the sheet. */
  readonly hidden: boolean;
}

/** The table in a file: its headings, each once, and the rows under them. */
export interface ListTable {
  readonly headings: readonly string[];
  readonly rows: readonly ListRow[];
  /** Sheets beside the first one that are not read. */
  readonly otherSheets: number;
}

export const cellText = (cell: ListCell | undefined): string =>
  (typeof cell === 'object' ? cell.number : (cell ?? '')).trim();

/** Above the headings there may be a title, a day, the school's address. */
const HEAD_ROWS = 15;

const knownIn = (cells: readonly ListCell[]) =>
  cells.filter((cell) => fieldOfHeading(cellText(cell)) !== null).length;
export const isBlank = (cells: readonly ListCell[]): boolean => cells.every((cell) => cellText(cell) === '');

/** The headings, each once: an empty one is named by its column, a repeated one by its turn. */
function headingsOf(cells: readonly ListCell[], columns: number): string[] {
  const seen = new Map<string, number>();
  return Array.from({ length: columns }, (_, at) => {
    const text = cellText(cells[at]).replace(/\s+/gu, ' ').slice(0, 150) || `Kolom ${columnName(at)}`;
    const turn = (seen.get(text.toLowerCase()) ?? 0) + 1;
    seen.set(text.toLowerCase(), turn);
    return turn === 1 ? text : `${text} (${turn})`;
  });
}

/** The list under the row that has most known headings, the first of them; null for a table without a row. */
export function toTable(rows: readonly ListRow[], otherSheets = 0): ListTable | null {
  const filled = rows.filter(({ cells }) => !isBlank(cells));
  const head = filled
    .slice(0, HEAD_ROWS)
    .reduce<ListRow | undefined>(
      (best, row) => (best && knownIn(best.cells) >= knownIn(row.cells) ? best : row),
      undefined,
    );
  if (!head) return null;
  const below = filled.filter(({ n }) => n > head.n);
  const columns = Math.max(
    ...[head, ...below].map(({ cells }) => cells.findLastIndex((cell) => cellText(cell) !== '') + 1),
  );
  return {
    headings: headingsOf(head.cells, columns),
    rows: below.map((row) => ({ ...row, cells: row.cells.slice(0, columns) })),
    otherSheets,
  };
}

/** How many of the first rows' cells are known headings: what tells the right sign between cells. */
export const headingsKnown = (rows: readonly (readonly ListCell[])[]): number =>
  Math.max(0, ...rows.slice(0, HEAD_ROWS).map(knownIn));
