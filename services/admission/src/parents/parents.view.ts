import { shown } from '@gerbang/service-kit/http/shown';
import { parentSchema, PROFILE_FIELDS, type Parent } from '@gerbang/contracts/parents';
import type { Columns } from '@gerbang/service-kit/data/columns';
import { isSealed, openField } from '../registration-record/open-fields.ts';
import type { ParentRecord, ProfileField } from './parents.repository.ts';

type ProfileTexts = { readonly [F in ProfileField]: string | null };

const profileOf = (valueOf: (field: ProfileField) => string | null) =>
  Object.fromEntries(PROFILE_FIELDS.map((field) => [field, valueOf(field)])) as ProfileTexts;

/** A profile as its GET shows it. */
export function toParent(columns: Columns, record: ParentRecord): Parent {
  return {
    ...shown(parentSchema, record),
    ...profileOf((field) => (isSealed(field) ? openField(columns, record, field) : record[field])),
    contact_phone_verified: record.contact_phone_verified_at !== null,
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
