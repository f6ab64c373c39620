import type { AuditNote } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Move } from './moves.ts';
import { voidNumbers } from './new-registration.repository.ts';
import { markDeleted, type RegistrationRecord } from './registrations.repository.ts';

/** The end of a registration by its family, as features see it. */
export const deletionOf = ({
  id,
  current_stage,
}: Pick<RegistrationRecord, 'id' | 'current_stage'>): Move => ({
  kind: 'delete',
  id,
  stage: current_stage,
});

/**
 * Marks locked registrations deleted and returns what the trail says of each. Their numbers are never given again;
 * history and proofs stay.
 */
export async function deleteRegistrations(trx: Db, ids: readonly string[]): Promise<AuditNote[]> {
  if (ids.length === 0) return [];
  const deleted = await markDeleted(trx, ids);
  await voidNumbers(trx, ids);
  return deleted.map(({ id: subject, registration_number: number, ...before }) => ({
    action: 'registration.deleted',
    subject,
    details: { number, ...before },
  }));
}
