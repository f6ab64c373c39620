import { ROLES, type Role } from './roles.ts';

/**
 * Who may do what, whatever the state of the object: one table, role × ability
 * (authorization rows A01–A12 and X05). "Whether now" is decided elsewhere.
 */
const TABLE = {
  'users.list': ['finance', 'admin', 'it'],
  'users.manage': ['admin', 'it'],
  'password.change': ROLES,
} as const satisfies Record<string, readonly Role[]>;

export type Ability = keyof typeof TABLE;

/** Whether the role has the ability. */
export function can(role: Role, ability: Ability): boolean {
  return (TABLE[ability] as readonly Role[]).includes(role);
}

/** The roles that have the ability, for contracts and the navigation. */
export function rolesWith(ability: Ability): readonly Role[] {
  return TABLE[ability];
}
