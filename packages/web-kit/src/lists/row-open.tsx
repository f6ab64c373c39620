import type { Column } from '@gerbang/ui/data-table';
import { RowButton } from '@gerbang/ui/table-style';
import { ChevronRight } from 'lucide-react';
import { styled } from 'styled-components';

/** Its words are in sight on phones; elsewhere the whole row opens, and a mark is enough. */
const Root = styled(RowButton)`
  @media (min-width: 640px) {
    min-width: 36px;
    padding: 0 8px;
    span {
      display: none;
    }
  }
  @media (max-width: 639.98px) {
    border-color: var(--action2-border);
    svg {
      display: none;
    }
  }
`;

/** The button of a row that opens it; `name` says of what. */
function RowOpen({ label, name, onClick }: { label: string; name: string; onClick: () => void }) {
  return (
    <Root
      small
      variant="ghost"
      title={label}
      aria-label={name}
      icon={<ChevronRight size={18} aria-hidden="true" />}
      onClick={onClick}
    >
      <span>{label}</span>
    </Root>
  );
}

/** The last column of a fitted list: a mark that opens the row; `nameOf` says of what. */
export const rowOpenColumn = <Row,>(
  label: string,
  nameOf: (row: Row) => string,
  onOpen: (row: Row) => void,
): Omit<Column<Row>, 'header' | 'key'> & { readonly key: 'actions' } => ({
  key: 'actions',
  width: '48px',
  actions: true,
  render: (row) => <RowOpen label={label} name={nameOf(row)} onClick={() => onOpen(row)} />,
});
