import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';

/** A row of `document_types`. */
export type TypeRecord = Tables['document_types'];
/** What a person decides about a type. */
export type TypeFields = Omit<
  TypeRecord,
  'id' | 'key' | 'blocks_from' | 'retired_at' | 'version' | 'told_version' | 'created_at' | 'updated_at'
>;
type Decided = TypeFields & Pick<TypeRecord, 'blocks_from' | 'retired_at' | 'told_version'>;

/** All types in the order of lists, retired ones too. */
export async function allTypes(db: Db): Promise<TypeRecord[]> {
  return db('document_types').orderBy(['position', 'key']);
}

/** The types that are asked now, in the order of lists. */
export async function liveTypes(db: Db): Promise<TypeRecord[]> {
  return db('document_types').whereNull('retired_at').orderBy(['position', 'key']);
}

/** The type of this key, which keeps its rules until the transaction ends. */
export async function typeByKey(trx: Db, key: string): Promise<TypeRecord | undefined> {
  return trx('document_types').where({ key }).forShare().first<TypeRecord | undefined>();
}

/** Locks a type for a change. */
export async function lockType(trx: Db, id: string): Promise<TypeRecord | undefined> {
  return trx('document_types').where({ id }).forNoKeyUpdate().first<TypeRecord | undefined>();
}

/** Writes a new type; undefined where the key was ever used. */
export async function insertType(trx: Db, key: string, fields: Decided): Promise<TypeRecord | undefined> {
  const [made] = await trx('document_types')
    .insert({ id: uuidv7(), key, ...fields })
    .onConflict('key')
    .ignore()
    .returning<TypeRecord[]>('*');
  return made;
}

/** Writes the fields of a locked type. */
export async function updateType(trx: Db, { id, version }: TypeRecord, fields: Decided): Promise<TypeRecord> {
  const [written] = await trx('document_types')
    .where({ id, version })
    .update({ ...fields, version: version + 1, updated_at: trx.fn.now() })
    .returning<TypeRecord[]>('*');
  if (!written) throw new Error('A locked type changed');
  return written;
}

/** The types whose last change other services do not know yet. */
export async function untoldTypes(db: Db): Promise<Pick<TypeRecord, 'id' | 'version'>[]> {
  return db('document_types').whereRaw('told_version < version').orderBy('id').select('id', 'version');
}

/** Notes that other services know these versions of types. */
export async function markTold(db: Db, types: readonly Pick<TypeRecord, 'id' | 'version'>[]): Promise<void> {
  for (const { id, version } of types) {
    await db('document_types')
      .where({ id })
      .where('told_version', '<', version)
      .update({ told_version: version });
  }
}
