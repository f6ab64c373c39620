import type { Scheme } from '@gerbang/contracts/billing.types';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import { ofFamily } from '../registrations/registrations.repository.ts';

/** A row of `enrollment_payment_schemes`. */
export type SchemeRecord = Omit<Scheme, 'created_by' | 'created_at'> & {
  readonly created_by_name: string | null;
  readonly created_by_role: Role;
  readonly created_at: Date;
};

/** The scheme of a confirmation; undefined where there is none. With `ownerId` only of this account's family. */
export async function findScheme(
  db: Db,
  confirmationId: string,
  ownerId: string | null,
): Promise<SchemeRecord | undefined> {
  const rows = db('enrollment_payment_schemes as schemes')
    .join('registrations', 'registrations.id', 'schemes.registration_id')
    .where('schemes.enrollment_confirmation_id', confirmationId);
  return (ownerId === null ? rows : ofFamily(rows, ownerId)).first<SchemeRecord | undefined>('schemes.*');
}

export async function insertScheme(
  trx: Db,
  row: Omit<SchemeRecord, 'created_at'> & { readonly created_by_id: string },
): Promise<void> {
  await trx('enrollment_payment_schemes').insert(row);
}
