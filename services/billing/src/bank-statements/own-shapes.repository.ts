import type { OwnShape } from '@gerbang/domain/statement-profiles';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

/** A shape with the name that the school gave it. */
export type NamedShape = OwnShape & { readonly name: string };

/** The shapes that an account's statements may have, the newest first. */
export async function shapesOf(db: Db, accountKey: string): Promise<NamedShape[]> {
  const rows = await db('statement_profiles')
    .where({ account_key: accountKey })
    .orderBy('id', 'desc')
    .select<Tables['statement_profiles'][]>('*');
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
