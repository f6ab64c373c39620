import type { User } from '@gerbang/contracts/accounts.types';
import { ROLE_LABELS } from '@gerbang/domain/roles';
import { Button } from '@gerbang/ui/button';
import { DataTable, type Column } from '@gerbang/ui/data-table';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatDateShort } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { actionsOn } from './user-actions.ts';
import { usersCopy as copy } from './users.copy.ts';

export type RowAction = 'edit' | 'revoke' | 'remove';

const Who = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
`;

const Nobody = styled.span`
  font-weight: 400;
  font-style: italic;
  color: var(--text-muted);
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px;
  @media (min-width: 900px) {
    flex-wrap: nowrap;
    white-space: nowrap;
  }
  @media (max-width: 639.98px) {
    > * {
      flex: 1 1 auto;
      min-height: 44px;
    }
  }
`;

// In outline: a column of solid red would shout down the names.
const Remove = styled(Button)`
  && {
    background: transparent;
    border-color: var(--field-errorBorder);
    color: var(--text-error);
  }
`;

const NoWrap = styled.time`
  white-space: nowrap;
`;

/** The table of users; only what the domain's rules allow is offered (accounts §2; decisions, Accounts). */
export function UsersTable({
  actor,
  users,
  activeAdmins,
  onAction,
}: {
  actor: User;
  users: readonly User[];
  activeAdmins: number;
  onAction: (action: RowAction, user: User) => void;
}) {
  const columns: readonly Column<User>[] = [
    {
      key: 'name',
      header: copy.columns.name,
      rowHeader: true,
      render: (user) => (
        <Who>
          {user.name?.trim() ? user.name : <Nobody>{copy.noName}</Nobody>}
          {user.id === actor.id ? <StatusTag>{copy.you}</StatusTag> : null}
          {user.must_change_password ? <StatusTag tone="info">{copy.mustChange}</StatusTag> : null}
        </Who>
      ),
    },
    { key: 'email', header: copy.columns.email, render: (user) => <span>{user.email}</span> },
    { key: 'role', header: copy.columns.role, render: (user) => <span>{ROLE_LABELS[user.role]}</span> },
    {
      key: 'joined',
      header: copy.columns.joined,
      render: (user) => <NoWrap dateTime={user.created_at}>{formatDateShort(user.created_at)}</NoWrap>,
    },
    {
      key: 'actions',
      header: copy.columns.actions,
      actions: true,
      render: (user) => (
        <RowButtons actor={actor} user={user} activeAdmins={activeAdmins} onAction={onAction} />
      ),
    },
  ];
  return <DataTable caption={copy.caption} columns={columns} rows={users} rowKey={(user) => user.id} />;
}

function RowButtons({
  actor,
  user,
  activeAdmins,
  onAction,
}: {
  actor: User;
  user: User;
  activeAdmins: number;
  onAction: (action: RowAction, user: User) => void;
}) {
  const allowed = actionsOn(actor, user, activeAdmins);
  const who = user.name?.trim() || user.email;
  const buttons = (['edit', 'revoke', 'remove'] as const).filter((action) => allowed[action]);
  if (buttons.length === 0) return <span>{copy.noAction}</span>;
  return (
    <Buttons>
      {buttons.map((action) => {
        const Kind = action === 'remove' ? Remove : Button;
        return (
          <Kind
            key={action}
            small
            variant="secondary"
            aria-label={copy.actionOn(copy[action], who)}
            onClick={() => onAction(action, user)}
          >
            {copy[action]}
          </Kind>
        );
      })}
    </Buttons>
  );
}
