import { STAFF_ROLES, type Role } from '@gerbang/domain/roles';

/** What is asked of a role: a second factor, an invitation to add one, or nothing. */
export type FactorPolicy = 'required' | 'offered' | 'off';

export type FactorPolicies = Readonly<Record<Role, FactorPolicy>>;

const POLICIES: readonly string[] = ['required', 'offered', 'off'];
const STAFF: readonly string[] = STAFF_ROLES;

/**
 * Reads `admin:required,it:required,*:offered`, or one word for every staff role; null when it does not fit. Families are
 * never required: they are offered one unless the rest is off.
 */
export function readPolicies(text: string): FactorPolicies | null {
  const entries = text.split(',').map((part) => {
    const [left = '', right] = part.split(':').map((word) => word.trim());
    return right === undefined ? (['*', left] as const) : ([left, right] as const);
  });
  const fits = entries.every(
    ([role, policy]) => (role === '*' || STAFF.includes(role)) && POLICIES.includes(policy),
  );
  const given = new Map(entries as readonly (readonly [string, FactorPolicy])[]);
  if (!fits || given.size < entries.length) return null;
  const others = given.get('*') ?? 'offered';
  const ofStaff = STAFF_ROLES.map((role) => [role, given.get(role) ?? others]);
  return {
    ...Object.fromEntries(ofStaff),
    wali_murid: others === 'off' ? 'off' : 'offered',
  } as FactorPolicies;
}
