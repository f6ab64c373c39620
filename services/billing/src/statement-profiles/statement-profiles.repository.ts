import type { OwnShape } from '@gerbang/domain/statement-profiles';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

type ProfileRecord = Tables['statement_profiles'];

/** A shape with the name that the school gave it. */
export type NamedShape = OwnShape & { readonly name: string };

/** The shapes that an account's statements may have, the newest first. */
export async function shapesOf(db: Db, accountKey: string): Promise<NamedShape[]> {
  const rows = await db('statement_profiles')
    .where({ account_key: accountKey })
    .orderBy('id', 'desc')
    .select<ProfileRecord[]>('*');
  return rows.map(
    ({ id, name, delimiter, encoding, skip_rows, headers, columns, date_format, decimal_sign }) => ({
      id,
      name,
      delimiter,
      encoding,
      skip_rows,
      headers: headers as string[],
      columns: columns as OwnShape['columns'],
      date_format: date_format as OwnShape['date_format'],
      decimal_sign,
    }),
  );
}

export type NewProfile = Omit<ProfileRecord, 'created_at' | 'columns'> & { readonly columns: string };

/** Keeps a shape; false where the account has one of this name. */
export async function insertProfile(db: Db, profile: NewProfile): Promise<boolean> {
  const kept = await db('statement_profiles')
    .insert(profile)
    .onConflict(['account_key', 'name'])
    .ignore()
    .returning('id');
  return kept.length > 0;
}
