import type { ChildRow } from '@gerbang/contracts/admission.types';
import { GENDER_LABELS } from '@gerbang/domain/family-options';
import { Button } from '@gerbang/ui/button';
import { DataTable, type Column } from '@gerbang/ui/data-table';
import { CellNote, removeButtonCss } from '@gerbang/ui/layout';
import { formatDayText } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { childrenCopy as copy } from './children.copy.ts';

export type ChildAction = 'edit' | 'status' | 'remove';
const ACTIONS: readonly ChildAction[] = ['edit', 'status', 'remove'];

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px;
  button {
    min-height: 44px;
  }
  @media (max-width: 639.98px) {
    > * {
      flex: 1 1 auto;
    }
  }
`;

const Remove = styled(Button)`
  ${removeButtonCss}
`;

/** The children as a table, as cards on phones. */
export function ChildrenTable({
  rows,
  onAction,
}: {
  rows: readonly ChildRow[];
  onAction: (action: ChildAction, child: ChildRow) => void;
}) {
  const columns: readonly Column<ChildRow>[] = [
    {
      key: 'name',
      header: copy.columns.name,
      rowHeader: true,
      render: (child) => (
        <span>
          {child.full_name}
          {child.nick_name ? <CellNote>{child.nick_name}</CellNote> : null}
        </span>
      ),
    },
    {
      key: 'gender',
      header: copy.columns.gender,
      render: (child) => (child.gender ? GENDER_LABELS[child.gender] : copy.unknown),
    },
    {
      key: 'birth',
      header: copy.columns.birth,
      render: (child) => copy.birth(child.birth_city, formatDayText(child.birth_date)),
    },
    {
      key: 'actions',
      header: copy.columns.actions,
      actions: true,
      render: (child) => (
        <Buttons>
          {ACTIONS.map((action) => {
            const Kind = action === 'remove' ? Remove : Button;
            return (
              <Kind
                key={action}
                small
                variant="secondary"
                aria-label={copy.actionOn(copy[action], child.full_name)}
                onClick={() => onAction(action, child)}
              >
                {copy[action]}
              </Kind>
            );
          })}
        </Buttons>
      ),
    },
  ];
  return <DataTable caption={copy.caption} columns={columns} rows={rows} rowKey={(child) => child.id} />;
}
