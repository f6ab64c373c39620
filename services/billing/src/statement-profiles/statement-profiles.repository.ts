import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

export type NewProfile = Omit<Tables['statement_profiles'], 'created_at' | 'columns'> & {
  readonly columns: string;
};

/** Keeps a shape; false where the account has one of this name. */
export async function insertProfile(db: Db, profile: NewProfile): Promise<boolean> {
  const kept = await db('statement_profiles')
    .insert(profile)
    .onConflict(['account_key', 'name'])
    .ignore()
    .returning('id');
  return kept.length > 0;
}
