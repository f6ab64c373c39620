import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Scroll } from './layout.tsx';
import { hiddenCss } from './visually-hidden.tsx';

/** Figures stay a table on phones too. */
const Sideways = styled(Scroll)`
  overflow-x: auto;
`;

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: 0.875rem;
  line-height: 1.43;
  font-feature-settings: 'tnum';
  caption {
    ${hiddenCss}
  }
  th,
  td {
    padding: 6px 12px 6px 0;
    border-block-end: 1px solid var(--border-subtle);
    text-align: end;
    overflow-wrap: normal;
  }
  th:first-child {
    text-align: start;
  }
  thead th {
    font-weight: 600;
    color: var(--text-secondary);
  }
  tbody th {
    font-weight: 600;
  }
`;

/** The figures of a picture; the first cell of a row names it. */
export interface ChartTable {
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** The same figures as a table. */
export function FiguresTable({ caption, table }: { caption: string; table: ChartTable }) {
  return (
    // Scrolled by keyboard too where it is wider than its place.
    <Sideways tabIndex={0} role="group" aria-label={caption}>
      <Table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {table.head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Sideways>
  );
}
