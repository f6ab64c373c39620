import type { Db } from '@gerbang/service-kit/data/database';
import type { RegistrationCopy } from '../registrations/registrations.repository.ts';

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
