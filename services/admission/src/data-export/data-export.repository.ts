import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

/** The action of the trail that notes an export. */
export const EXPORTED = 'family.exported';

/** The registrations of these children, deleted ones too. */
export async function allRegistrationsOf(
  db: Db,
  childIds: readonly string[],
): Promise<Pick<Tables['registrations'], 'id' | 'deleted_at'>[]> {
  return db('registrations').whereIn('child_id', childIds).orderBy('id').select('id', 'deleted_at');
}

/** A file with what is known of its likeness to other proofs. */
export type OwnFile = Tables['files'] & Pick<Tables['file_prints'], 'alert_status'>;

/** The files that belong to the family or were uploaded by it. */
export async function filesOf(db: Db, userId: string): Promise<OwnFile[]> {
  return db('files')
    .leftJoin('file_prints', 'file_prints.file_id', 'files.id')
    .where('files.family_user_id', userId)
    .orWhere('files.uploader_id', userId)
    .orderBy('files.id')
    .select('files.*', 'file_prints.alert_status');
}
