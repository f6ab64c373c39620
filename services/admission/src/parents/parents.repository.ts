import type { Parent } from '@gerbang/contracts/admission.types';
import { PROFILE_FIELDS } from '@gerbang/contracts/parents';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';

export type ProfileField = (typeof PROFILE_FIELDS)[number];
export type ProfileTexts = { readonly [F in ProfileField]: string | null };

/** The fields that are stored as ciphertext (reliability G34). */
export const SEALED_FIELDS = ['father_ktp', 'father_income', 'mother_ktp', 'mother_income'] as const;
type SealedField = (typeof SEALED_FIELDS)[number];
const isSealed = (field: string): field is SealedField =>
  (SEALED_FIELDS as readonly string[]).includes(field);

/** A row of `parents`; the sealed fields are ciphertext. */
export interface ParentRecord extends ProfileTexts {
  readonly id: string;
  readonly user_id: string;
  readonly contact_phone_verified_at: Date | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = [
  'id',
  'user_id',
  ...PROFILE_FIELDS,
  'contact_phone_verified_at',
  'version',
  'created_at',
  'updated_at',
] as const;

/** The caller's own profile, by the ownership rule O1 in the query itself; undefined before the first write. */
export async function ownParent(db: Db, userId: string): Promise<ParentRecord | undefined> {
  return db('parents').select(COLUMNS).where({ user_id: userId }).first<ParentRecord | undefined>();
}

/** The same, locked for a change until the transaction ends. */
export async function lockOwnParent(trx: Db, userId: string): Promise<ParentRecord | undefined> {
  return trx('parents')
    .select(COLUMNS)
    .where({ user_id: userId })
    .forNoKeyUpdate()
    .first<ParentRecord | undefined>();
}

/** One change of a profile at a time, also while there is no row yet that could be locked. */
export async function takeTurn(trx: Db, userId: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`parent:${userId}`]);
}

/** Makes the row of a profile that is about to be written for the first time; adding a child at the same moment makes it too. */
export async function lockNewParent(trx: Db, userId: string): Promise<ParentRecord> {
  await trx('parents').insert({ id: uuidv7(), user_id: userId, version: 0 }).onConflict('user_id').ignore();
  const record = await lockOwnParent(trx, userId);
  if (!record) throw new Error('a profile that was just made is gone');
  return record;
}

/** What the fields of a change are stored as. */
export function storedFields(
  columns: Columns,
  id: string,
  change: { readonly [F in ProfileField]?: string | null | undefined },
): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(change).map(([field, value]) => [
      field,
      value && isSealed(field) ? columns.seal('parents', field, id, value) : (value ?? null),
    ]),
  );
}

/** The profile as its GET shows it, built field by field. */
export function toParent(columns: Columns, record: ParentRecord): Parent {
  const shown = (field: ProfileField) => {
    const value = record[field];
    return value !== null && isSealed(field) ? columns.open('parents', field, record.id, value) : value;
  };
  return {
    id: record.id,
    user_id: record.user_id,
    ...(Object.fromEntries(PROFILE_FIELDS.map((field) => [field, shown(field)])) as ProfileTexts),
    contact_phone_verified: record.contact_phone_verified_at !== null,
    version: record.version,
    created_at: new Date(record.created_at).toISOString(),
    updated_at: new Date(record.updated_at).toISOString(),
  };
}

/** What a caller without a profile is shown: everything empty but whose it is (Precisions, Family). */
export function emptyParent(userId: string): Parent {
  return {
    id: null,
    user_id: userId,
    ...(Object.fromEntries(PROFILE_FIELDS.map((field) => [field, null])) as ProfileTexts),
    contact_phone_verified: false,
    version: null,
    created_at: null,
    updated_at: null,
  };
}
