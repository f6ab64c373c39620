import { ROLES } from '@gerbang/domain/roles';
import { isDeciding } from '@gerbang/domain/users';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

type Given = Partial<Pick<Tables['users'], 'role' | 'contact_phone' | 'password_hash'>>;

const HANDS = { role: 'role_by', contact_phone: 'number_by', password_hash: 'password_by' } as const;

/**
 * The columns that record when role, number and password last changed, and which staff changed them; and when an
 * administrator, or an account with a deciding role, lost that role.
 */
export function handColumns(trx: Db, change: Given, hands: readonly string[]) {
  const given = (['role', 'contact_phone', 'password_hash'] as const).filter(
    (part) => change[part] !== undefined,
  );
  if (given.length === 0) return {};
  const values = given.map((part) => change[part] ?? null);
  const differs = given.map((part) => `${part} is distinct from ?::text`);
  return {
    hands_at: trx.raw(`case when ${differs.join(' or ')} then now() else hands_at end`, values),
    ...Object.fromEntries(
      given.map((part, at) => [
        HANDS[part],
        trx.raw(`case when ${differs[at]} then ?::uuid[] else ${HANDS[part]} end`, [
          values[at] ?? null,
          [...hands],
        ]),
      ]),
    ),
    ...(change.role !== undefined && {
      was_admin_at: trx.raw(`case when role = 'admin' and role <> ? then now() else was_admin_at end`, [
        change.role,
      ]),
      was_deciding_at: trx.raw('case when role = any(?) and role <> ? then now() else was_deciding_at end', [
        ROLES.filter(isDeciding),
        change.role,
      ]),
    }),
  };
}
