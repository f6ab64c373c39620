import type { User } from '@gerbang/contracts/users';
import { can } from '@gerbang/domain/abilities';
import { type Role, ROLE_LABELS, ROLES } from '@gerbang/domain/roles';
import { langOf } from '@gerbang/ui/lang';
import {
  grantableRoles,
  refuseChange,
  refuseDeletion,
  refuseRevocation,
  shownEmail,
} from '@gerbang/domain/users';
import { Button } from '@gerbang/ui/button';
import { type Column, DataTable, titled } from '@gerbang/ui/data-table';
import { StatusTag } from '@gerbang/ui/status-tag';
import { hiddenCss } from '@gerbang/ui/visually-hidden';
import { FamilyLink } from '@gerbang/web-kit/desk/family-link.tsx';
import { formatDateShort } from '@gerbang/web-kit/page/format';
import { MoreMenu } from '@gerbang/web-kit/page/more-menu.tsx';
import { styled } from 'styled-components';
import { usersCopy as copy } from './users.copy.ts';

interface UserActions {
  readonly edit: boolean;
  readonly remove: boolean;
  readonly revoke: boolean;
  readonly clearFactors: boolean;
}

const NONE: UserActions = { edit: false, remove: false, revoke: false, clearFactors: false };

/** The actions on a row that the domain's rules allow the actor. */
function actionsOn(actor: User, target: User, activeAdmins: number): UserActions {
  if (!can(actor.role, 'users.manage')) return NONE;
  return {
    edit: refuseChange(actor, target, undefined, activeAdmins) === null,
    remove: refuseDeletion(actor, target, activeAdmins) === null,
    revoke: refuseRevocation(actor, target) === null,
    clearFactors: can(actor.role, 'factors.clear') && target.id !== actor.id,
  };
}

/** The roles that the form offers: those that the actor may grant, and the present role of a user. */
export function rolesOffered(actor: User, target: User | null, activeAdmins: number): readonly Role[] {
  const grantable = grantableRoles(actor, ROLES);
  if (target === null) return grantable;
  return ROLES.filter(
    (role) =>
      role === target.role ||
      (grantable.includes(role) && refuseChange(actor, target, role, activeAdmins) === null),
  );
}

/** Why the role of the target cannot change; null if it can. */
export function fixedRoleReason(actor: User, target: User, activeAdmins: number): string | null {
  const other: Role = target.role === 'wali_murid' ? 'cs' : 'wali_murid';
  return refuseChange(actor, target, other, activeAdmins)?.message ?? null;
}

export type RowAction = keyof UserActions;

const Who = styled.span`
  display: inline-flex;
  /* A name keeps its words whole; one word without an end is broken all the same. */
  max-width: 240px;
  overflow-wrap: break-word;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
`;

const Marks = styled.span`
  display: contents;
  @media (min-width: 640px) and (max-width: 899.98px) {
    display: block;
    ${hiddenCss}
  }
`;

const NoName = styled.span`
  font-weight: 400;
  font-style: italic;
  color: var(--text-muted);
`;

const Buttons = styled.div`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 8px;
  @media (max-width: 639.98px) {
    &&& > :nth-child(2) {
      flex: none;
    }
  }
`;

const Email = styled.span`
  @media (min-width: 640px) {
    display: inline-block;
    min-width: 92px;
  }
  @media (min-width: 1200px) {
    min-width: 200px;
  }
`;

const WholeWords = styled.span`
  overflow-wrap: normal;
`;

// The open menu leaves the table of a tablet as little as 460 px: the day goes.
const Room = styled.div`
  container-type: inline-size;
  overflow-x: auto;
  @media (min-width: 640px) {
    @container (max-width: 799.98px) {
      [data-from] {
        display: none;
      }
    }
    @container (max-width: 719.98px) {
      th,
      td {
        padding-inline: 10px;
      }
    }
  }
`;

const Day = styled.time`
  @media (min-width: 900px) {
    white-space: nowrap;
  }
`;

/** The table of users, with the actions that the domain's rules allow. */
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
  const columns: readonly Column<User>[] = titled(copy.columns, [
    {
      key: 'name',
      rowHeader: true,
      render: (user) => (
        <Who>
          <Named user={user} />
          <Marks>
            {user.id === actor.id ? <StatusTag>{copy.you}</StatusTag> : null}
            {user.must_change_password ? <StatusTag tone="info">{copy.mustChange}</StatusTag> : null}
          </Marks>
        </Who>
      ),
    },
    { key: 'email', render: (user) => <Email>{shownEmail(user.email) || '-'}</Email> },
    {
      key: 'role',
      render: (user) => (
        <WholeWords lang={langOf(ROLE_LABELS[user.role])}>{ROLE_LABELS[user.role]}</WholeWords>
      ),
    },
    {
      key: 'joined',
      from: 840,
      render: (user) => <Day dateTime={user.created_at}>{formatDateShort(user.created_at)}</Day>,
    },
    {
      key: 'actions',
      actions: true,
      render: (user) => (
        <RowButtons actor={actor} user={user} activeAdmins={activeAdmins} onAction={onAction} />
      ),
    },
  ]);
  return (
    <Room>
      <DataTable caption={copy.caption} columns={columns} rows={users} rowKey={(user) => user.id} />
    </Room>
  );
}

/** The name; a family's leads to its page. */
function Named({ user }: { user: User }) {
  const name = user.name?.trim() ? user.name : <NoName>{copy.noName}</NoName>;
  return user.role === 'wali_murid' ? <FamilyLink id={user.id}>{name}</FamilyLink> : name;
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
  const who = user.name?.trim() || shownEmail(user.email);
  const more = (['revoke', 'clearFactors', 'remove'] as const).filter((action) => allowed[action]);
  if (!allowed.edit && more.length === 0) return <span>{copy.noAction}</span>;
  return (
    <Buttons>
      {allowed.edit ? (
        <Button
          small
          variant="secondary"
          aria-label={copy.actionOn(copy.edit, who)}
          onClick={() => onAction('edit', user)}
        >
          {copy.edit}
        </Button>
      ) : null}
      {more.length > 0 ? (
        <MoreMenu
          label={copy.actionOn(copy.more, who)}
          entries={more.map((action) => ({
            id: action,
            label: copy[action],
            onAction: () => onAction(action, user),
          }))}
        />
      ) : null}
    </Buttons>
  );
}
