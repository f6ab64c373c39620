import type { PROFILE_FIELDS } from '@gerbang/contracts/parents';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import { endChangedTicks } from '../child-documents/document-ticks.repository.ts';
import type { Tables } from '../database.types.ts';
import { isSealed } from '../registration-record/open-fields.ts';

export type ProfileField = (typeof PROFILE_FIELDS)[number];

/** A row of `parents`; the sealed fields are ciphertext. */
export type ParentRecord = Tables['parents'];

/** The profile of this account; undefined before its first write. */
export async function ownParent(db: Db, userId: string): Promise<ParentRecord | undefined> {
  return db('parents').where({ user_id: userId }).first<ParentRecord | undefined>();
}

/** The same, locked for a change until the transaction ends. */
export async function lockOwnParent(trx: Db, userId: string): Promise<ParentRecord | undefined> {
  return trx('parents').where({ user_id: userId }).forNoKeyUpdate().first<ParentRecord | undefined>();
}

/** Lets one change of a profile run at a time, also while there is no row yet that could be locked. */
export async function lockProfile(trx: Db, userId: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`parent:${userId}`]);
}

/** Makes the row of a profile that is about to be written for the first time; adding a child at the same moment makes it too. */
export async function lockNewParent(trx: Db, userId: string): Promise<ParentRecord> {
  await trx('parents').insert({ id: uuidv7(), user_id: userId, version: 0 }).onConflict('user_id').ignore();
  const record = await lockOwnParent(trx, userId);
  if (!record) throw new Error('a profile that was just made is gone');
  return record;
}

/**
 * Writes the changed fields of a profile; another contact phone is unverified again, and what a person had compared with a
 * paper is to be checked again.
 */
export async function updateProfile(
  trx: Db,
  columns: Columns,
  { id, version }: Pick<ParentRecord, 'id' | 'version'>,
  change: { readonly [F in ProfileField]?: string | null | undefined },
): Promise<void> {
  const stored = Object.entries(change).map(([field, value]) => [
    field,
    value && isSealed(field) ? columns.seal('parents', field, id, value) : (value ?? null),
  ]);
  await trx('parents')
    .where({ id })
    .update({
      ...Object.fromEntries(stored),
      ...(change.contact_phone !== undefined && { contact_phone_verified_at: null }),
      version: version + 1,
      updated_at: trx.fn.now(),
    });
  await endChangedTicks(trx, columns, { 'children.parent_id': id });
}

/** Marks the contact phone verified. */
export async function markPhoneVerified(
  trx: Db,
  { id, version }: Pick<ParentRecord, 'id' | 'version'>,
): Promise<void> {
  await trx('parents')
    .where({ id })
    .update({ contact_phone_verified_at: trx.fn.now(), version: version + 1, updated_at: trx.fn.now() });
}

/** Whether the account logs in by this number itself, as far as admission's copy of it knows. */
export async function isLoginPhone(db: Db, userId: string, phone: string): Promise<boolean> {
  return Boolean(await db('accounts').select('id').where({ id: userId, phone, active: true }).first());
}
