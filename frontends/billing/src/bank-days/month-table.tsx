import { monthText } from '@gerbang/domain/date-text';
import { Card } from '@gerbang/ui/card';
import { type Column, DataTable } from '@gerbang/ui/data-table';
import { EmptyState } from '@gerbang/ui/empty-state';
import { FittedTables } from '@gerbang/ui/fitted-tables';
import { Loading, type Read } from '@gerbang/web-kit/api/loading.tsx';
import type { ReactNode } from 'react';

/** The rows of a month (`YYYY-MM`) that are read whole, with their states: loading, failed, none. */
export function MonthTable<Row>({
  month,
  found,
  copy,
  lines,
  icon,
  rowKey,
  columns,
}: {
  readonly month: string;
  readonly found: Read & { readonly data: readonly Row[] | undefined };
  readonly copy: Readonly<Record<'loading' | 'loadFailed' | 'empty' | 'emptyText', string>> & {
    readonly caption: (month: string) => string;
  };
  /** Lines of the skeleton. */
  readonly lines: number;
  readonly icon: ReactNode;
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
}) {
  if (!found.data)
    return <Loading of={found} card lines={lines} row={44} label={copy.loading} failed={copy.loadFailed} />;
  if (found.data.length === 0)
    return (
      <Card as="div">
        <EmptyState icon={icon} title={copy.empty}>
          {copy.emptyText}
        </EmptyState>
      </Card>
    );
  return (
    <FittedTables>
      <DataTable
        caption={copy.caption(monthText(month))}
        rows={found.data}
        rowKey={rowKey}
        columns={columns}
      />
    </FittedTables>
  );
}
