import type { AdmissionExport } from '@gerbang/contracts/admission-export';
import {
  type Correction,
  type Corrections,
  CORRECTED_FIELDS,
  correctionSchema,
  type OwnCorrections,
  type StaffCorrection,
} from '@gerbang/contracts/corrections';
import { PROFILE_FIELDS } from '@gerbang/contracts/parents';
import { can } from '@gerbang/domain/abilities';
import {
  CORRECTION_TARGETS,
  isIdentityNumber,
  isPlaceField,
  maskedNumber,
  mayCorrect,
  PLACE_LOCKED,
  whoCorrects,
  WITHDRAWN_CLOSED,
} from '@gerbang/domain/corrections';
import { isFrozen } from '@gerbang/domain/registrations';
import type { Role } from '@gerbang/domain/roles';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { shown } from '@gerbang/service-kit/http/shown';
import type { Context } from '../context.ts';
import { isSealed, numbersOf, openField } from '../registration-record/open-fields.ts';
import { noteRead } from '../registration-record/read-registration.ts';
import {
  type FullRegistration,
  fullRegistration,
  ownRegistrations,
  registrations,
} from '../registration-record/registrations.repository.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { requestsOf, toRequest } from './correction-requests.repository.ts';
import {
  acceptedDocuments,
  type CorrectionRecord,
  correctionsOf,
  openChanges,
} from './corrections.repository.ts';

type Present = Corrections['present'];
type Value = Present['child'][string];

const picked = (fields: { readonly shape: object }, values: object): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.keys(fields.shape).map((field) => [field, (values as Record<string, Value>)[field] ?? null]),
  );

/** The value of every field that is corrected, in clear. */
export function presentValues(columns: Columns, record: FullRegistration): Present {
  const { child, parent } = record;
  const profile = PROFILE_FIELDS.map((field) => [
    field,
    isSealed(field) ? openField(columns, parent, field) : parent[field],
  ]);
  return {
    child: picked(CORRECTED_FIELDS.child, { ...child, ...numbersOf(columns, child) }),
    parents: picked(CORRECTED_FIELDS.parents, Object.fromEntries(profile)),
    registration: picked(CORRECTED_FIELDS.registration, record),
  };
}

/** One number for child, parents and registration: it grows with each of the three. */
export const versionOf = ({ version, child, parent }: FullRegistration): number =>
  version + child.version + parent.version;

const pairsOf = (columns: Columns, record: CorrectionRecord, hide: (field: string, value: Value) => Value) =>
  Object.entries(openChanges(columns, record)).map(([field, { before, after }]) => ({
    field,
    before: hide(field, before),
    after: hide(field, after),
  }));

const masked = (field: string, value: Value): Value =>
  isIdentityNumber(field) && typeof value === 'string' ? maskedNumber(value) : value;

/** A correction as its family reads it. */
export function toCorrection(columns: Columns, record: CorrectionRecord): Correction {
  return { ...shown(correctionSchema, record), changes: pairsOf(columns, record, masked) };
}

/** A correction as staff read it. */
export function toStaffCorrection(columns: Columns, record: CorrectionRecord): StaffCorrection {
  return {
    ...shown(correctionSchema, record),
    changes: pairsOf(columns, record, (_field, value) => value),
    basis: record.basis,
    document_id: record.document_id,
    by: { name: record.by_name, role: record.by_role as Role },
  };
}

/** What the caller may correct of a registration, and its corrections; the trail keeps who read the numbers inside. */
export async function readCorrections(
  context: Context,
  db: Db,
  caller: Caller,
  id: string,
): Promise<Corrections> {
  const record = await fullRegistration(registrations(db), db, id);
  if (!record) throw noRegistration();
  const { columns } = context;
  const { role } = caller;
  const present = presentValues(columns, record);
  const places = CORRECTION_TARGETS.flatMap((target) =>
    Object.keys(present[target]).map((field) => ({ target, field })),
  );
  const why = places.map(({ target, field }) => {
    if (record.current_stage === 'withdrawn') return WITHDRAWN_CLOSED;
    if (!mayCorrect(role, target, field)) return whoCorrects(target, field);
    return record.locked && isPlaceField(field) ? PLACE_LOCKED : null;
  });
  const barred = places.flatMap(({ field }, at) => (why[at] ? [[field, why[at]]] : []));
  const mine = (wanted: string) =>
    places.flatMap(({ target, field }, at) => (target === wanted && !why[at] ? [field] : []));
  const rows = await correctionsOf(db, [id]);
  const documents = await acceptedDocuments(db, record.child_id);
  await noteRead(db, caller, id, record.child_id);
  return {
    version: versionOf(record),
    may: {
      child: mine('child'),
      parents: mine('parents'),
      registration: mine('registration'),
      result: can(role, 'results.correct'),
      scheme: can(role, 'money_requests.decide'),
    },
    why_not: Object.fromEntries(barred),
    present,
    ...(documents.length > 0 && { documents }),
    corrections: rows.map((row) => toStaffCorrection(columns, row)),
  };
}

/** The corrections of a registration of this account, and what the family asked. */
export async function readOwnCorrections(
  { columns }: Pick<Context, 'columns'>,
  db: Db,
  userId: string,
  id: string,
): Promise<OwnCorrections> {
  const row = await fullRegistration(ownRegistrations(db, userId), db, id);
  if (!row) throw noRegistration();
  return {
    corrections: (await correctionsOf(db, [id])).map((one) => toCorrection(columns, one)),
    requests: (await requestsOf(db, [id])).map(toRequest),
    may_request: row.locked || isFrozen(row),
  };
}

/** The corrections of a registration and what its family asked, for the export of the family's data. */
export async function exportedCorrections(
  { columns }: Pick<Context, 'columns'>,
  db: Db,
  { id }: { readonly id: string },
): Promise<Partial<Pick<AdmissionExport['registrations'][number], 'corrections' | 'correction_requests'>>> {
  const corrections = (await correctionsOf(db, [id])).map((one) => toCorrection(columns, one));
  const requests = (await requestsOf(db, [id])).map(toRequest);
  return {
    ...(corrections.length > 0 && { corrections }),
    ...(requests.length > 0 && { correction_requests: requests }),
  };
}
