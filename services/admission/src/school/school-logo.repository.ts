import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

/** The logo or the picture of the settings in force, of the draft, or of those that wait for their day; undefined for any other file. */
export async function shownLogo(
  db: Db,
  id: string,
): Promise<Pick<Tables['files'], 'id' | 'name' | 'media_type'> | undefined> {
  return db('files')
    .select('id', 'name', 'media_type')
    .where({ id, purpose: 'school_logo' })
    .whereExists(
      db('school_versions')
        .select(db.raw('1'))
        .whereIn('status', ['active', 'draft', 'scheduled'])
        .andWhereRaw(`? in (settings #>> '{brand,logo_file_id}', settings #>> '{guide,photo_file_id}')`, [
          id,
        ]),
    )
    .first();
}

/**
 * Makes an uploaded logo the school's, so that the sweep leaves it; false where there is no such upload. Versions may share
 * a logo: it stays with the first.
 */
export async function attachLogo(trx: Db, id: string, versionId: string): Promise<boolean> {
  const [file] = await trx('files')
    .where({ id, purpose: 'school_logo' })
    .update({
      attached_at: trx.raw('coalesce(attached_at, now())'),
      attached_to: 'school',
      record_id: trx.raw('coalesce(record_id, ?)', [versionId]),
    })
    .returning('id');
  return file !== undefined;
}
