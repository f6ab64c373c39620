import type { Cell, Column } from './workbook.ts';

/** A column with what it shows of an item. */
export interface SheetColumn<Item> extends Column {
  readonly cell: (item: Item) => Cell;
}

/** A text; nothing where there is none. */
export const text = (value: string | null | undefined): Cell => (value ? { text: value } : null);
export const number = (value: number | null): Cell => (value === null ? null : { number: value });
export const day = (value: string | null): Cell => (value === null ? null : { day: value });
/** A moment as the database or a contract gives it. */
export const moment = (value: Date | string | null): Cell =>
  value === null ? null : { moment: new Date(value) };

/** The rows of a sheet, from pages of items. */
export async function* rowsOf<Item>(
  columns: readonly SheetColumn<Item>[],
  pages: AsyncIterable<readonly Item[]>,
): AsyncGenerator<Cell[][]> {
  for await (const page of pages) yield page.map((item) => columns.map(({ cell }) => cell(item)));
}
