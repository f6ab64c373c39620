import { Card } from '@gerbang/ui/card';
import { type Column, DataTable } from '@gerbang/ui/data-table';
import { EmptyState } from '@gerbang/ui/empty-state';
import { FittedTables } from '@gerbang/ui/fitted-tables';
import type { ReactNode } from 'react';
import { Loading, type Read } from '../api/loading.tsx';

interface Texts {
  readonly caption: string;
  readonly loading: string;
  readonly loadFailed: string;
  readonly empty: string;
  readonly emptyText: string;
}

/** A list that is read in one piece, without pages or filters: its table, or why there is none. */
export function WholeList<Row>({
  read,
  lines,
  icon,
  texts,
  columns,
  rowKey,
}: {
  read: Read & { readonly data: readonly Row[] | undefined };
  /** Of the skeleton. */
  lines: number;
  /** Of the empty state. */
  icon: ReactNode;
  texts: Texts;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
}) {
  if (!read.data)
    return <Loading of={read} card lines={lines} row={44} label={texts.loading} failed={texts.loadFailed} />;
  if (read.data.length === 0)
    return (
      <Card as="div">
        <EmptyState icon={icon} title={texts.empty}>
          {texts.emptyText}
        </EmptyState>
      </Card>
    );
  return (
    <FittedTables>
      <DataTable caption={texts.caption} rows={read.data} rowKey={rowKey} columns={columns} />
    </FittedTables>
  );
}
