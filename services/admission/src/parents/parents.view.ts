import type { Parent } from '@gerbang/contracts/admission.types';
import { PROFILE_FIELDS } from '@gerbang/contracts/parents';
import type { Columns } from '@gerbang/service-kit/data/columns';
import { isSealed, type ParentRecord, type ProfileField } from './parents.repository.ts';

type ProfileTexts = { readonly [F in ProfileField]: string | null };

const profileOf = (valueOf: (field: ProfileField) => string | null) =>
  Object.fromEntries(PROFILE_FIELDS.map((field) => [field, valueOf(field)])) as ProfileTexts;

/** A profile as its GET shows it, built field by field. */
export function toParent(columns: Columns, record: ParentRecord): Parent {
  return {
    id: record.id,
    user_id: record.user_id,
    ...profileOf((field) => {
      const value = record[field];
      return value !== null && isSealed(field) ? columns.open('parents', field, record.id, value) : value;
    }),
    contact_phone_verified: record.contact_phone_verified_at !== null,
    version: record.version,
    created_at: new Date(record.created_at).toISOString(),
    updated_at: new Date(record.updated_at).toISOString(),
  };
}

/** The profile of an account that has none yet: every field empty. */
export function emptyParent(userId: string): Parent {
  return {
    id: null,
    user_id: userId,
    ...profileOf(() => null),
    contact_phone_verified: false,
    version: null,
    created_at: null,
    updated_at: null,
  };
}
