import type { Role } from './roles.ts';
import { leavesOf } from './school-leaves.ts';
import type { SchoolPart } from './school-parts.ts';
import type { SchoolSettings } from './school-settings.ts';
import { partRoles } from './school-versions.ts';

/** A setting that differs between two versions, as people read it; null = there was or is none. */
export interface SchoolChange {
  readonly path: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly money: boolean;
}

/** Everything that differs, sorted as the parts of the set-up; the same settings differ in nothing. */
export function schoolChanges(before: SchoolSettings, after: SchoolSettings): SchoolChange[] {
  const old = leavesOf(before, after);
  const wanted = leavesOf(after, before);
  return [...new Set([...wanted.keys(), ...old.keys()])].flatMap((path) => {
    const was = old.get(path);
    const is = wanted.get(path);
    const shown = is ?? was;
    if (!shown || was?.value === is?.value) return [];
    const { label, money } = shown;
    return [{ path, label, before: was?.text ?? null, after: is?.text ?? null, money }];
  });
}

/** The changes that this role may not make. */
export function foreignChanges(role: Role, changes: readonly SchoolChange[]): SchoolChange[] {
  return changes.filter((change) => !partRoles(change.money).includes(role));
}

/** Whether one of the changes is about a bank account. */
export function changesAccounts(changes: readonly SchoolChange[]): boolean {
  return changes.some((change) => change.path.startsWith('accounts.'));
}

/** Whether one of the changes waits before it counts: bank accounts, and what goes back to families. */
export function mustWait(changes: readonly SchoolChange[]): boolean {
  return changesAccounts(changes) || changes.some((change) => change.path.startsWith('refund_rule.'));
}

/** Whether only the rule of what goes back makes these changes wait. */
export const onlyRuleWaits = (changes: readonly SchoolChange[]): boolean =>
  mustWait(changes) && !changesAccounts(changes);

/** The part of the set-up in which a path is changed. */
export function partOf(path: string): SchoolPart {
  const [head = '', _key, field] = path.split('.');
  if (head === 'levels') return field === 'fee' ? 'fees' : 'levels';
  if (['accounts', 'unique_code', 'cash_proof', 'refund_rule'].includes(head)) return 'fees';
  if (['discounts', 'fee_tables', 'payment_periods', 'default_payment_period'].includes(head)) {
    return 'discounts';
  }
  if (head === 'next_classes') return 'levels';
  if (head === 'academic_years') return 'years';
  if (['hours', 'days_off', 'registration_days', 'cash_drawers'].includes(head)) return 'days';
  if (['texts', 'brand', 'guide'].includes(head)) return 'texts';
  return head === 'open' ? 'activate' : 'identity';
}
