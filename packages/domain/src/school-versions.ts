import { can } from './abilities.ts';
import { type Role, roleNames } from './roles.ts';

/** The states of a version of the school's settings. */
export const SCHOOL_STATUSES = ['draft', 'scheduled', 'active', 'retired', 'cancelled'] as const;
export type SchoolStatus = (typeof SCHOOL_STATUSES)[number];

export const SCHOOL_STATUS_LABELS: Readonly<Record<SchoolStatus, string>> = {
  draft: 'Draf',
  scheduled: 'Menunggu aktif',
  active: 'Aktif',
  retired: 'Digantikan',
  cancelled: 'Dibatalkan',
};

/** Every change of a version; `to: null` = the row is deleted. Changed bank accounts wait before they count. */
export const SCHOOL_EDGES = [
  { from: null, to: 'draft', action: 'edit', ability: 'school.edit' },
  { from: 'draft', to: 'draft', action: 'edit', ability: 'school.edit' },
  { from: 'draft', to: null, action: 'discard', ability: 'school.edit' },
  { from: 'draft', to: 'active', action: 'activate', ability: 'school.activate', unless: 'accountsChanged' },
  { from: 'draft', to: 'scheduled', action: 'activate', ability: 'school.activate', when: 'accountsChanged' },
  { from: 'scheduled', to: 'active', action: 'start', actor: 'system' },
  { from: 'scheduled', to: 'cancelled', action: 'cancel', ability: 'school.cancel' },
  { from: 'active', to: 'retired', action: 'succeed', actor: 'system' },
] as const;

/**
 * The state that an activated draft gets. `accountsChanged` = its bank accounts differ from a version that was active
 * before; the accounts of a school's first version do not wait.
 */
export function activatedAs(accountsChanged: boolean): 'active' | 'scheduled' {
  return accountsChanged ? 'scheduled' : 'active';
}

/** A person who changed a draft; `money` = also fees, accounts, discounts or periods. */
export interface SchoolEditor {
  readonly id: string;
  readonly money: boolean;
}

interface Person {
  readonly id: string;
  readonly role: Role;
}

/** The roles that may change the money part, or the others. */
export function partRoles(money: boolean): readonly Role[] {
  return money ? ['finance', 'admin'] : ['admin', 'it'];
}

/** The roles of a part, as a sentence names them. */
export const partRoleNames = (money: boolean): string => roleNames(partRoles(money));

/** The roles that may activate a draft: its money part is another matter than the rest. */
export function activatingRoles(moneyChanged: boolean): readonly Role[] {
  return moneyChanged ? ['finance', 'admin'] : ['manager_pendidikan', 'admin'];
}

/**
 * Why this person may not activate the draft; null = they may. Money takes a second person, who edited none of it, unless
 * the foundation has lifted that (`fourEyes` false).
 */
export function refuseActivation(
  actor: Person,
  draft: { readonly moneyChanged: boolean; readonly editors: readonly SchoolEditor[] },
  fourEyes: boolean,
): 'role' | 'own_change' | null {
  if (!activatingRoles(draft.moneyChanged).includes(actor.role)) return 'role';
  if (!draft.moneyChanged || !fourEyes) return null;
  return draft.editors.some((editor) => editor.money && editor.id === actor.id) ? 'own_change' : null;
}

/** Whether this person may drop the draft or cancel what is scheduled. */
export function mayDiscard(
  actor: Person,
  version: { readonly status: SchoolStatus; readonly editors: readonly SchoolEditor[] },
): boolean {
  if (version.status === 'scheduled') return can(actor.role, 'school.cancel');
  if (version.status !== 'draft') return false;
  return actor.role === 'admin' || version.editors.some((editor) => editor.id === actor.id);
}

/** Hours that changed bank accounts wait, unless configured otherwise. */
export const ACCOUNT_WAIT_HOURS = 24;

/** How many days families are told that the official account changed. */
export const ACCOUNT_NOTICE_DAYS = 14;

/** Whether families still are to be told of it. */
export function tellsAccountChange(changedAt: string | null, now: Date): boolean {
  if (changedAt === null) return false;
  const age = now.getTime() - new Date(changedAt).getTime();
  return age >= 0 && age < ACCOUNT_NOTICE_DAYS * 86_400_000;
}
