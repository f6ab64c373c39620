import type { MouseEvent, ReactNode } from 'react';
import { styled } from 'styled-components';
import { hiddenCss } from './visually-hidden.tsx';

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
  /** A check box: in the upper corner of a card, beside the name. */
  readonly corner?: boolean;
}

/** Columns whose headers are texts by their keys. */
export function titled<Row, K extends string>(
  headers: Readonly<Record<K, string>>,
  columns: readonly (Omit<Column<Row>, 'header'> & { readonly key: K })[],
): Column<Row>[] {
  return columns.map((column) => ({ header: headers[column.key], ...column }));
}

const Table = styled.table`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  background: var(--bg-surface);
  font-size: 0.875rem;
  line-height: 1.43;
  overflow: hidden;

  caption {
    ${hiddenCss}
  }
  th,
  td {
    padding: 8px 16px;
    height: 52px;
    text-align: start;
    vertical-align: middle;
  }
  thead th {
    height: 44px;
    background: var(--bg-subtle);
    color: var(--text-secondary);
    font-weight: 600;
    white-space: nowrap;
  }
  tbody th {
    font-weight: 650;
  }
  tr[data-marked] {
    background: var(--bg-selected);
  }
  tr[data-opens] {
    cursor: pointer;
  }
  tbody th,
  tbody td {
    border-block-start: 1px solid var(--border-subtle);
  }
  [data-numeric] {
    text-align: end;
    font-feature-settings: 'tnum';
  }
  [data-actions] {
    text-align: end;
  }

  &[data-dense] {
    th,
    td {
      overflow-wrap: break-word;
    }
    @media (min-width: 640px) {
      th,
      td {
        padding-inline: 10px;
      }
      tbody th {
        min-width: 120px;
      }
      tbody span {
        white-space: normal;
      }
    }
  }

  @media (max-width: 639.98px) {
    &,
    tbody,
    tr,
    tbody th,
    tbody td {
      display: block;
      width: auto;
    }
    & {
      border: 0;
      background: transparent;
      overflow: visible;
    }
    thead {
      ${hiddenCss}
    }
    tbody {
      display: grid;
      gap: 12px;
    }
    tr {
      padding: 12px 16px;
      border: 1px solid var(--border-subtle);
      border-radius: 14px;
      background: var(--bg-surface);
    }
    tr[data-marked] {
      background: var(--bg-selected);
      border-color: var(--action2-border);
    }
    tbody th,
    tbody td {
      display: flex;
      align-items: start;
      justify-content: space-between;
      gap: 16px;
      height: auto;
      min-height: 32px;
      padding: 4px 0;
      border: 0;
      text-align: end;
    }
    tbody [data-label]::before {
      content: attr(data-label) / '';
      /* The words wrap before a tag beside them would leave the card. */
      flex: 0 1 auto;
      font-weight: 400;
      text-align: start;
      color: var(--text-secondary);
    }
    tbody th {
      font-size: 1rem;
      text-align: start;
    }
    tbody th::before {
      display: none;
    }
    tbody [data-actions] {
      justify-content: stretch;
      margin-block-start: 8px;
      padding-block-start: 12px;
      border-block-start: 1px solid var(--border-subtle);
    }
    tbody [data-actions]::before {
      display: none;
    }
    tbody [data-actions] > * {
      flex: 1;
    }
    &[data-cornered] {
      tr {
        position: relative;
      }
      tbody th {
        min-height: 36px;
        padding-inline-end: 44px;
      }
      tbody [data-corner] {
        position: absolute;
        inset-block-start: 8px;
        inset-inline-end: 4px;
        padding: 0;
      }
      tbody [data-corner]::before {
        display: none;
      }
      tbody [data-corner] > label {
        justify-content: center;
        min-width: 44px;
      }
    }
  }
`;

/** Whether a click is on the row itself: not on a control in it, and not the end of a text selection. */
function isPlain({ target }: MouseEvent): boolean {
  const control = target instanceof Element && target.closest('a, button, input, label, select');
  return !control && (window.getSelection()?.toString() ?? '') === '';
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
  onOpen,
  dense = false,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: ReactNode;
  /** Whether a row is ticked. */
  marked?: (row: Row) => boolean;
  /** A click anywhere in a row; the row also has a button for it, for users without a pointer. */
  onOpen?: (row: Row) => void;
  /** Many columns: closer together, scrolled where even that is too wide. */
  dense?: boolean;
}) {
  if (rows.length === 0 && empty) return <>{empty}</>;
  return (
    <Table
      role="table"
      data-dense={dense || undefined}
      data-cornered={columns.some(({ corner }) => corner) || undefined}
    >
      <caption>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              data-numeric={column.numeric || undefined}
              data-actions={column.actions || undefined}
            >
              {column.head ?? column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            data-marked={marked?.(row) || undefined}
            data-opens={onOpen ? true : undefined}
            onClick={onOpen ? (event) => (isPlain(event) ? onOpen(row) : undefined) : undefined}
          >
            {columns.map((column) =>
              column.rowHeader ? (
                <th key={column.key} role="rowheader" scope="row" data-label={column.header}>
                  {column.render(row)}
                </th>
              ) : (
                <td
                  key={column.key}
                  role="cell"
                  data-label={column.header}
                  data-numeric={column.numeric || undefined}
                  data-actions={column.actions || undefined}
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
