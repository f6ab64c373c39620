import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import type { AccountCopy } from '@gerbang/service-kit/events/accounts';
import type { RegistrationCopy } from '../registrations/registrations.repository.ts';

/** The first active account of this role, as auth's event has brought it; undefined before. */
export async function accountWith(
  db: Db,
  wanted: { readonly role: Role; readonly phone?: string },
): Promise<AccountCopy | undefined> {
  return db('accounts')
    .where({ ...wanted, active: true })
    .orderBy('id')
    .first<AccountCopy | undefined>();
}

/** The registrations of a family that wait for a result or have passed. */
export async function observedChildren(db: Db, userId: string): Promise<RegistrationCopy[]> {
  return db('registrations')
    .where({ user_id: userId })
    .whereIn('current_stage', ['waiting_announcement', 'passed'])
    .select<RegistrationCopy[]>('*');
}

/** Whether the trail has this action. */
export async function isNoted(db: Db, action: string): Promise<boolean> {
  return (await db('audit_events').where({ action }).first('id')) !== undefined;
}
