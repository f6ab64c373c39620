import type { Role } from './roles.ts';

/** A person in user administration: the one who acts, or the one who is changed. */
export interface Person {
  readonly id: string;
  readonly role: Role;
}

/** The parts of the list of accounts: in use by staff, in use by families, and those that were closed. */
export const USER_PARTS = ['staff', 'families', 'closed'] as const;
export type UserPart = (typeof USER_PARTS)[number];

export type Refusal =
  | {
      readonly kind: 'forbidden';
      readonly code: 'admin_only' | 'own_role' | 'own_account' | 'own_request';
      readonly message: string;
    }
  | { readonly kind: 'conflict'; readonly code: 'last_admin'; readonly message: string };

const PRIVILEGED: readonly Role[] = ['admin', 'it'];

/** Roles whose accounts only an administrator may make, grant, change or delete. */
export function isPrivileged(role: Role): boolean {
  return PRIVILEGED.includes(role);
}

const DECIDING: readonly Role[] = ['finance', 'manager_pendidikan', 'admin', 'it'];

/** Roles that decide over money, results or accounts. */
export function isDeciding(role: Role): boolean {
  return DECIDING.includes(role);
}

const ADMIN_ONLY = {
  kind: 'forbidden',
  code: 'admin_only',
  message: 'Hanya Administrator yang dapat mengelola akun Administrator dan IT.',
} as const;

const LAST_ADMIN = {
  kind: 'conflict',
  code: 'last_admin',
  message: 'Administrator terakhir tidak dapat dihapus atau diubah perannya.',
} as const;

/** Roles that the actor may give to an account. */
export function grantableRoles(actor: Person, roles: readonly Role[]): readonly Role[] {
  return actor.role === 'admin' ? roles : roles.filter((role) => !isPrivileged(role));
}

/** Whether the actor may make an account of the role; null = yes. */
export function refuseCreation(actor: Person, role: Role): Refusal | null {
  return actor.role !== 'admin' && isPrivileged(role) ? ADMIN_ONLY : null;
}

/**
 * Whether the actor may change the target, to `nextRole` where the role is among the changes; null = yes.
 * `activeAdmins` counts the active administrators, read under the same lock that guards the change.
 */
export function refuseChange(
  actor: Person,
  target: Person,
  nextRole: Role | undefined,
  activeAdmins: number,
): Refusal | null {
  const changesRole = nextRole !== undefined && nextRole !== target.role;
  if (actor.role !== 'admin' && (isPrivileged(target.role) || (nextRole && isPrivileged(nextRole)))) {
    return ADMIN_ONLY;
  }
  if (changesRole && target.role === 'admin' && activeAdmins <= 1) return LAST_ADMIN;
  if (changesRole && actor.id === target.id) {
    return { kind: 'forbidden', code: 'own_role', message: 'Anda tidak dapat mengubah peran Anda sendiri.' };
  }
  return null;
}

/** Whether the actor may delete the target; null = yes. */
export function refuseDeletion(actor: Person, target: Person, activeAdmins: number): Refusal | null {
  if (actor.role !== 'admin' && isPrivileged(target.role)) return ADMIN_ONLY;
  if (target.role === 'admin' && activeAdmins <= 1) return LAST_ADMIN;
  if (actor.id === target.id) {
    return {
      kind: 'forbidden',
      code: 'own_account',
      message: 'Anda tidak dapat menghapus akun Anda sendiri.',
    };
  }
  return null;
}

/** Whether the actor may end the sessions of the target; null = yes. */
export function refuseRevocation(actor: Person, target: Person): Refusal | null {
  return actor.role !== 'admin' && isPrivileged(target.role) ? ADMIN_ONLY : null;
}

/** An account's address as it is shown; '' for one that is no address, because it was given up or never given. */
export const shownEmail = (email: string): string => (email.endsWith('.invalid') ? '' : email);
