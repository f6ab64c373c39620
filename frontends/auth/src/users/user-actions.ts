import type { User } from '@gerbang/contracts/accounts.types';
import { can } from '@gerbang/domain/abilities';
import { ROLES, type Role } from '@gerbang/domain/roles';
import { grantableRoles, refuseChange, refuseDeletion, refuseRevocation } from '@gerbang/domain/users';

export interface UserActions {
  readonly edit: boolean;
  readonly remove: boolean;
  readonly revoke: boolean;
}

const NONE: UserActions = { edit: false, remove: false, revoke: false };

/** The actions on a row that the domain's rules allow the actor. */
export function actionsOn(actor: User, target: User, activeAdmins: number): UserActions {
  if (!can(actor.role, 'users.manage')) return NONE;
  return {
    edit: refuseChange(actor, target, undefined, activeAdmins) === null,
    remove: refuseDeletion(actor, target, activeAdmins) === null,
    revoke: refuseRevocation(actor, target) === null,
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
