import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { Room } from './fitted-tables.tsx';
import { SortButton, Table } from './table-style.tsx';

/** The orders of the list in which this column rises and falls, as its reader sees it. */
export interface ColumnSort {
  readonly ascending: string;
  readonly descending: string;
  /** What the first press brings; ascending where absent. */
  readonly first?: 'descending';
}

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  /** Content of the head in place of `header`, which stays the label of the cell on phones. */
  readonly head?: ReactNode;
  readonly render: (row: Row) => ReactNode;
  /** Figures: equal digits, at the end of the cell. */
  readonly numeric?: boolean;
  /** The cell that names its row. */
  readonly rowHeader?: boolean;
  /** Buttons: at the bottom of a card. */
  readonly actions?: boolean;
  /** Sentences: under their label on phones, not beside it. */
  readonly long?: boolean;
  /** A check box: in the upper corner of a card, beside the name. */
  readonly corner?: boolean;
  /** Makes the head a button that sorts by it. */
  readonly sort?: ColumnSort;
  /**
   * Width in CSS. With it on any column the table is fitted: it keeps its widths, its rows are 44 px, its head stays in
   * sight; columns without one share the rest.
   */
  readonly width?: string;
  /** The filter whose value it shows: left out where the list shows one value alone. */
  readonly says?: string;
  /** Hidden where a fitted table is narrower than this many pixels, any other in tablets' windows; phones show it in the card. */
  readonly from?: Room;
}

/** Whether its columns have widths. */
export const isFitted = <Row,>(columns: readonly Column<Row>[]): boolean =>
  columns.some(({ width }) => width !== undefined);

/** Columns whose headers are texts by their keys. */
export function titled<Row, K extends string>(
  headers: Readonly<Record<K, string>>,
  columns: readonly (Omit<Column<Row>, 'header'> & { readonly key: K })[],
): Column<Row>[] {
  return columns.map((column) => ({ header: headers[column.key], ...column }));
}

/** Whether a click is on the row itself: not on a control in it, and not the end of a text selection. */
function isPlain({ target }: MouseEvent): boolean {
  const control = target instanceof Element && target.closest('a, button, input, label, select');
  return !control && (window.getSelection()?.toString() ?? '') === '';
}

/** Enter on the row or on its box; buttons and links do their own work. */
function opensByKey({ key, target, currentTarget }: KeyboardEvent): boolean {
  if (key !== 'Enter') return false;
  return target === currentTarget || (target instanceof HTMLInputElement && target.type === 'checkbox');
}

function Head<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}) {
  const { header, head, numeric, actions, corner, width, from } = column;
  const orders = onSort ? column.sort : undefined;
  const now = (['ascending', 'descending'] as const).find((way) => orders && orders[way] === sort);
  const next = now === 'ascending' ? 'descending' : now ? 'ascending' : (orders?.first ?? 'ascending');
  const Arrow = now === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={now}
      data-numeric={numeric || undefined}
      data-actions={actions || undefined}
      data-corner={corner || undefined}
      data-from={from}
      style={width === undefined ? undefined : { width }}
    >
      {orders ? (
        <SortButton type="button" onClick={() => onSort?.(orders[next])}>
          {head ?? header}
          {now ? <Arrow size={14} aria-hidden="true" /> : null}
        </SortButton>
      ) : (
        (head ?? header)
      )}
    </th>
  );
}

// The roles are explicit because `display: block` on phones removes the implicit ones.
/** A table whose rows become labelled cards under 640 px: the same markup, other CSS. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  marked,
  current,
  onOpen,
  sort,
  onSort,
  dense = false,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: ReactNode;
  /** Whether a row is ticked. */
  marked?: (row: Row) => boolean;
  /** The key of the row that is open. */
  current?: string | null;
  /** A click anywhere in a row, or Enter on it or on its box; the row also has a button for it. */
  onOpen?: (row: Row) => void;
  /** The present order, by the names that the columns' `sort` uses. */
  sort?: string;
  /** Sorts the list; without it the heads are plain. */
  onSort?: (sort: string) => void;
  /** Many columns: closer together, scrolled where even that is too wide. */
  dense?: boolean;
}) {
  if (rows.length === 0 && empty) return <>{empty}</>;
  return (
    <Table
      role="table"
      data-dense={dense || undefined}
      data-fitted={isFitted(columns) || undefined}
      data-cornered={columns.some(({ corner }) => corner) || undefined}
    >
      <caption>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <Head key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            data-marked={marked?.(row) || undefined}
            aria-current={rowKey(row) === current || undefined}
            data-opens={onOpen ? true : undefined}
            tabIndex={onOpen ? -1 : undefined}
            onClick={onOpen ? (event) => (isPlain(event) ? onOpen(row) : undefined) : undefined}
            onKeyDown={onOpen ? (event) => (opensByKey(event) ? onOpen(row) : undefined) : undefined}
          >
            {columns.map((column) =>
              column.rowHeader ? (
                <th
                  key={column.key}
                  role="rowheader"
                  scope="row"
                  data-label={column.header}
                  data-from={column.from}
                >
                  {column.render(row)}
                </th>
              ) : (
                <td
                  key={column.key}
                  role="cell"
                  data-label={column.header}
                  data-from={column.from}
                  data-numeric={column.numeric || undefined}
                  data-actions={column.actions || undefined}
                  data-long={column.long || undefined}
                  data-corner={column.corner || undefined}
                >
                  {column.render(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
