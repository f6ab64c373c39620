import type { Scheme } from '@gerbang/contracts/payment-schemes';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';
import { ofFamily } from '../registrations/registrations.repository.ts';

/** A payment scheme as it is now. */
export type SchemeRecord = Tables['enrollment_payment_schemes'];

/** The same with how it was changed; the moments are text, because they come as JSON. */
export interface ReadScheme extends SchemeRecord {
  readonly changes: Scheme['changes'] | null;
}

/** Only a scheme that was changed reads its changes. */
const CHANGES = `
  case when schemes.version > 1 then (
    select jsonb_agg(jsonb_build_object('version', version, 'before', before, 'after', after, 'reason', reason, 'at', at,
      'by', jsonb_build_object('name', actor_name, 'role', actor_role)) order by version)
    from scheme_changes where scheme_id = schemes.id
  ) end as changes`;

/** The scheme of a confirmation; undefined where there is none. With `ownerId` only of this account's family. */
export async function findScheme(
  db: Db,
  confirmationId: string,
  ownerId: string | null,
): Promise<ReadScheme | undefined> {
  const rows = db('enrollment_payment_schemes as schemes')
    .join('registrations', 'registrations.id', 'schemes.registration_id')
    .where('schemes.enrollment_confirmation_id', confirmationId)
    .whereNull('schemes.voided_at');
  return (ownerId === null ? rows : ofFamily(rows, ownerId)).first<ReadScheme | undefined>(
    'schemes.*',
    db.raw(CHANGES),
  );
}

/** Every scheme of this account's children, cancelled ones and deleted registrations included. */
export async function heldSchemes(db: Db, userId: string): Promise<ReadScheme[]> {
  return db('enrollment_payment_schemes as schemes')
    .join('registrations', 'registrations.id', 'schemes.registration_id')
    .where('registrations.user_id', userId)
    .orderBy('schemes.id')
    .select<ReadScheme[]>('schemes.*', db.raw(CHANGES));
}

export async function insertScheme(
  trx: Db,
  row: Omit<SchemeRecord, 'version' | 'voided_at' | 'created_at'>,
): Promise<void> {
  await trx('enrollment_payment_schemes').insert(row);
}
