import { RemoveButton } from '@gerbang/ui/table-style';
import type { User } from '@gerbang/contracts/users';
import { can } from '@gerbang/domain/abilities';
import { type Role, ROLE_LABELS, ROLES } from '@gerbang/domain/roles';
import { langOf } from '@gerbang/ui/lang';
import { grantableRoles, refuseChange, refuseDeletion, refuseRevocation } from '@gerbang/domain/users';
import { Button } from '@gerbang/ui/button';
import { type Column, DataTable, titled } from '@gerbang/ui/data-table';
import { StatusTag } from '@gerbang/ui/status-tag';
import { hiddenCss } from '@gerbang/ui/visually-hidden';
import { FamilyLink } from '@gerbang/web-kit/desk/family-link.tsx';
import { formatDateShort } from '@gerbang/web-kit/page/format';
import { LogOut, Pencil, ShieldOff, Trash2 } from 'lucide-react';
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

const ICONS = { edit: Pencil, revoke: LogOut, clearFactors: ShieldOff, remove: Trash2 } as const;

export type RowAction = keyof typeof ICONS;

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

// Between the cards of phones and the width of desktops there is room for icons only; the labels stay for screen readers and tooltips.
const Buttons = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
  white-space: nowrap;
  svg {
    display: none;
  }
  @media (min-width: 640px) and (max-width: 1199.98px) {
    button {
      padding-inline: 9px;
    }
    svg {
      display: block;
    }
    span {
      ${hiddenCss}
    }
  }
  @media (min-width: 1200px) {
    [data-icon] {
      padding-inline: 9px;
      svg {
        display: block;
      }
      span {
        ${hiddenCss}
      }
    }
  }
  @media (max-width: 639.98px) {
    flex-wrap: wrap;
    > * {
      flex: 1 1 auto;
      min-height: 44px;
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

// The open menu leaves the table of a tablet as little as 460 px: the day goes, the buttons stand in two rows.
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
      [data-actions] > div {
        flex-wrap: wrap;
        width: 84px;
        margin-inline-start: auto;
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
    { key: 'email', render: (user) => <Email>{user.email}</Email> },
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
  const who = user.name?.trim() || user.email;
  const buttons = (['edit', 'revoke', 'clearFactors', 'remove'] as const).filter((action) => allowed[action]);
  if (buttons.length === 0) return <span>{copy.noAction}</span>;
  return (
    <Buttons>
      {buttons.map((action) => {
        const Kind = action === 'remove' ? RemoveButton : Button;
        const Icon = ICONS[action];
        return (
          <Kind
            key={action}
            small
            variant="secondary"
            aria-label={copy.actionOn(copy[action], who)}
            title={copy[action]}
            // Seldom needed and long: an icon wherever there is a pointer to hover over it.
            data-icon={action === 'clearFactors' ? '' : undefined}
            icon={<Icon size={18} aria-hidden="true" />}
            onClick={() => onAction(action, user)}
          >
            <span>{copy[action]}</span>
          </Kind>
        );
      })}
    </Buttons>
  );
}
