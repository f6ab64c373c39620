import {
  staffRegistrationRowSchema,
  type StaffRegistrationRow,
} from '@gerbang/contracts/staff-registrations';
import { ageNote } from '@gerbang/domain/level-ages';
import type { Jenjang, Level } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';
import { shown } from '@gerbang/service-kit/http/shown';
import { type StaffListRecord, staffRecord } from './staff-rows.repository.ts';

/** Who reads a row: whether the count of documents too, and the levels whose ages the school suggests. */
export interface Reader {
  readonly documents: boolean;
  readonly levels: readonly Level[];
}

/** How the child's age differs from what the school suggests for the level, as a field that is absent where it fits. */
export function ageOf(
  levels: readonly Level[],
  { jenjang, academic_year }: { readonly jenjang: Jenjang; readonly academic_year: string },
  birthDate: string,
): { readonly age_note?: string } {
  const level = levels.find((one) => one.jenjang === jenjang);
  const note = level ? ageNote(level, birthDate, academic_year) : null;
  return note === null ? {} : { age_note: note };
}

/** A row as staff see it, without personal numbers and bank fields. */
export function toStaffRow(
  { documents: counted, paid_by, ...record }: StaffListRecord,
  { documents, levels }: Reader,
): StaffRegistrationRow {
  const { full_name, nick_name, gender, father_name, mother_name, contact_phone } = record;
  const { name_from_account, phone_from_account } = record;
  return {
    ...shown(staffRegistrationRowSchema, record),
    child: { full_name, nick_name, gender },
    parent: { father_name, mother_name, contact_phone, name_from_account, phone_from_account },
    ...(paid_by && { paid_by }),
    ...ageOf(levels, record, record.birth_date),
    ...(documents && counted ? { documents: counted } : {}),
  };
}

/** A reader who sees neither. */
export const NEITHER: Reader = { documents: false, levels: [] };

/** One registration as the list shows it; undefined where there is none. */
export async function staffRow(db: Db, id: string): Promise<StaffRegistrationRow | undefined> {
  const record = await staffRecord(db, id);
  return record && toStaffRow(record, NEITHER);
}
