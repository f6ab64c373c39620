import type { ChildRow } from '@gerbang/contracts/admission.types';
import { GENDER_LABELS } from '@gerbang/domain/family-options';
import { Button } from '@gerbang/ui/button';
import { DataTable, type Column } from '@gerbang/ui/data-table';
import { formatDayText } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { childrenCopy as copy } from './children.copy.ts';

export type ChildAction = 'edit' | 'status' | 'remove';
const ACTIONS: readonly ChildAction[] = ['edit', 'status', 'remove'];

const Nick = styled.span`
  display: block;
  font-weight: 400;
  color: var(--text-secondary);
`;

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

// In outline: solid red in every row would shout down the names.
const Remove = styled(Button)`
  && {
    background: transparent;
    border-color: var(--field-errorBorder);
    color: var(--text-error);
  }
`;

/** The children as a table, as cards on phones (admission workflow §2). */
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
          {child.nick_name ? <Nick>{child.nick_name}</Nick> : null}
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
