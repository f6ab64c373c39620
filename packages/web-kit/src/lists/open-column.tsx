import { Button } from '@gerbang/ui/button';
import type { Column } from '@gerbang/ui/data-table';

interface OpenCopy {
  readonly columns: { readonly actions: string };
  readonly open: string;
  readonly openOf: (name: string) => string;
}

/** The last column of a list: the button that opens a row, with the name of what it opens. */
export const openColumn = <Row,>(
  copy: OpenCopy,
  { nameOf, onOpen }: { readonly nameOf: (row: Row) => string; readonly onOpen: (row: Row) => void },
): Column<Row> => ({
  key: 'actions',
  header: copy.columns.actions,
  render: (row) => (
    <Button small variant="secondary" aria-label={copy.openOf(nameOf(row))} onClick={() => onOpen(row)}>
      {copy.open}
    </Button>
  ),
});
