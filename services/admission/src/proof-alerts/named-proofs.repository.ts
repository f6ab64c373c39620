import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

/** A proof with what people call its payment. */
export interface NamedProof
  extends Pick<
    Tables['files'],
    'id' | 'name' | 'attached_to' | 'record_id' | 'attached_at' | 'family_user_id'
  > {
  readonly number: string | null;
  readonly child_name: string | null;
  readonly father_name: string | null;
  readonly mother_name: string | null;
  readonly account_name: string | null;
}

/** These proofs with their names, by id. A family whose data are erased has none. */
export async function namedProofs(db: Db, ids: readonly string[]): Promise<Map<string, NamedProof>> {
  const rows = await db('files')
    .leftJoin(
      'registrations',
      'registrations.id',
      db.raw('coalesce(files.invoice_registration_id, files.record_id)'),
    )
    .leftJoin('children', 'children.id', 'registrations.child_id')
    .leftJoin('parents', 'parents.user_id', 'files.family_user_id')
    .leftJoin('accounts', 'accounts.id', 'files.family_user_id')
    .whereIn('files.id', ids)
    .select<NamedProof[]>(
      'files.id',
      'files.name',
      'files.attached_to',
      'files.record_id',
      'files.attached_at',
      'files.family_user_id',
      db.raw(`case when files.attached_to = 'invoice_payment' then files.invoice_number
        else registrations.registration_number end as number`),
      'children.full_name as child_name',
      'parents.father_name',
      'parents.mother_name',
      'accounts.name as account_name',
    );
  return new Map(rows.map((row) => [row.id, row]));
}
