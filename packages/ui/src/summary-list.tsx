import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const List = styled.dl`
  display: grid;
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 2px 16px;
  min-height: 44px;
  padding-block: 8px;
  border-block-start: 1px solid var(--border-subtle);
  &:first-child {
    border-block-start: 0;
  }
  dt {
    color: var(--text-secondary);
  }
  dd {
    display: flex;
    align-items: center;
    gap: 4px;
    /* To the right also where it stands on a line of its own. */
    margin: 0 0 0 auto;
    font-weight: 600;
    text-align: end;
    overflow-wrap: anywhere;
  }
`;

export interface SummaryRow {
  readonly label: string;
  /** An empty value is shown as '-'. */
  readonly value: ReactNode;
}

/** Labels with their values; '-' where there is none. */
export function SummaryList({ rows }: { rows: readonly SummaryRow[] }) {
  return (
    <List>
      {rows.map((row) => (
        <Row key={row.label}>
          <dt>{row.label}</dt>
          <dd>{row.value === null || row.value === undefined || row.value === '' ? '-' : row.value}</dd>
        </Row>
      ))}
    </List>
  );
}
