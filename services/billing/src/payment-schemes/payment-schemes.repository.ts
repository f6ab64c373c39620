import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';
import { ofFamily } from '../registrations/registrations.repository.ts';

/** A payment scheme as it is now. */
export type SchemeRecord = Tables['enrollment_payment_schemes'];

/** The scheme of a confirmation; undefined where there is none. With `ownerId` only of this account's family. */
export async function findScheme(
  db: Db,
  confirmationId: string,
  ownerId: string | null,
): Promise<SchemeRecord | undefined> {
  const rows = db('enrollment_payment_schemes as schemes')
    .join('registrations', 'registrations.id', 'schemes.registration_id')
    .where('schemes.enrollment_confirmation_id', confirmationId)
    .whereNull('schemes.voided_at');
  return (ownerId === null ? rows : ofFamily(rows, ownerId)).first<SchemeRecord | undefined>('schemes.*');
}

export async function insertScheme(
  trx: Db,
  row: Omit<SchemeRecord, 'version' | 'voided_at' | 'created_at'>,
): Promise<void> {
  await trx('enrollment_payment_schemes').insert(row);
}
