import type { PaymentStatus } from '@gerbang/domain/registration-payments';
import type { Stage } from '@gerbang/domain/registration-stages';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Role } from '@gerbang/domain/roles';
import type { Registration } from '@gerbang/contracts/admission.types';
import type { AccountCopy } from '@gerbang/service-kit/events/accounts';
import type { Db } from '@gerbang/service-kit/data/database';
import type { ChildRecord } from '../children/children.repository.ts';
import type { ProfileTexts } from '../parents/parents.repository.ts';

/** A row of `registrations` as a list needs it, with the child's names and the proof's name beside it. */
export interface RegistrationListRecord {
  readonly id: string;
  readonly child_id: string;
  readonly child_full_name: string;
  readonly child_nick_name: string | null;
  readonly registration_number: string;
  readonly jenjang: Jenjang;
  readonly kelas: string | null;
  readonly academic_year: string;
  readonly current_stage: Stage;
  readonly enrollment_status: string;
  readonly payment_amount: number;
  readonly payment_status: PaymentStatus;
  readonly payment_evidence_file_id: string | null;
  readonly evidence_name: string | null;
  readonly rejection_reason: string | null;
  readonly payment_verified_at: Date | null;
  readonly payment_verified_by_name: string | null;
  readonly payment_verified_by_role: Role | null;
  readonly accepted_at: Date | null;
  readonly locked: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
}

/** The same with what only the detail shows; `bank_account_number` is ciphertext. */
export interface RegistrationRecord extends RegistrationListRecord {
  readonly previous_school: string | null;
  readonly previous_grade: string | null;
  readonly nisn: string | null;
  readonly how_know_school: Registration['how_know_school'];
  readonly uniform_size: Registration['uniform_size'];
  readonly sibling_name: string | null;
  readonly collective_student_name: string | null;
  readonly information: string | null;
  readonly bank_name: string | null;
  readonly bank_account_number: string | null;
  readonly bank_account_owner: string | null;
  readonly observation_date: string | null;
  /** The announcement that gave it its result. */
  readonly result_announcement_id: string | null;
}

/** A registration with the account of its family. */
export interface LockedRegistration extends RegistrationRecord {
  readonly family_user_id: string;
}

/** The family's row, sealed columns as they are. */
export type FamilyRecord = Registration['parent'] &
  Pick<ProfileTexts, 'father_ktp' | 'mother_ktp' | 'kelurahan' | 'kecamatan' | 'kab_kota' | 'provinsi'> & {
    readonly id: string;
    readonly user_id: string;
  };

/** A registration with its whole child and family. */
export interface FullRegistration extends RegistrationRecord {
  readonly child: ChildRecord;
  readonly parent: FamilyRecord;
}

const LIST_COLUMNS = [
  'id',
  'child_id',
  'registration_number',
  'jenjang',
  'kelas',
  'academic_year',
  'current_stage',
  'enrollment_status',
  'payment_amount',
  'payment_status',
  'payment_evidence_file_id',
  'rejection_reason',
  'payment_verified_at',
  'payment_verified_by_name',
  'payment_verified_by_role',
  'accepted_at',
  'locked',
  'created_at',
  'updated_at',
  'version',
].map((column) => `registrations.${column}`);
const DETAIL_COLUMNS = [
  ...LIST_COLUMNS,
  ...[
    'previous_school',
    'previous_grade',
    'nisn',
    'how_know_school',
    'uniform_size',
    'sibling_name',
    'collective_student_name',
    'information',
    'bank_name',
    'bank_account_number',
    'bank_account_owner',
    'observation_date',
    'result_announcement_id',
  ].map((column) => `registrations.${column}`),
];
const BESIDE = [
  'children.full_name as child_full_name',
  'children.nick_name as child_nick_name',
  'files.name as evidence_name',
];

/** Registrations that are not deleted, with child, family and proof joined, and what a list may show. */
export function registrations(db: Db) {
  return db('registrations')
    .join('children', 'children.id', 'registrations.child_id')
    .join('parents', 'parents.id', 'children.parent_id')
    .leftJoin('files', 'files.id', 'registrations.payment_evidence_file_id')
    .whereNull('registrations.deleted_at')
    .select(LIST_COLUMNS)
    .select(BESIDE);
}

/** The registrations of this account's children, by the ownership rule O3 in the query itself. */
export function ownRegistrations(db: Db, userId: string) {
  return registrations(db).where('parents.user_id', userId);
}

/** An own registration, locked for a change; undefined for another family's, a deleted and a made-up one alike. */
export async function lockOwnRegistration(
  trx: Db,
  userId: string,
  id: string,
): Promise<RegistrationRecord | undefined> {
  return ownRegistrations(trx, userId)
    .clearSelect()
    .select(DETAIL_COLUMNS)
    .select(BESIDE)
    .where('registrations.id', id)
    .forNoKeyUpdate('registrations')
    .first<RegistrationRecord | undefined>();
}

/** Any registration, locked for a change by staff, with the account of its family; undefined where there is none. */
export async function lockRegistration(trx: Db, id: string): Promise<LockedRegistration | undefined> {
  return registrations(trx)
    .clearSelect()
    .select(DETAIL_COLUMNS)
    .select(BESIDE)
    .select('parents.user_id as family_user_id')
    .where('registrations.id', id)
    .forNoKeyUpdate('registrations')
    .first<LockedRegistration | undefined>();
}

/** Registrations, locked in the order of their ids, with the account of the family as far as it is known. */
export async function lockRegistrations(
  trx: Db,
  ids: readonly string[],
): Promise<(LockedRegistration & { readonly account: AccountCopy | null })[]> {
  return registrations(trx)
    .leftJoin('accounts', 'accounts.id', 'parents.user_id')
    .clearSelect()
    .select(DETAIL_COLUMNS)
    .select(BESIDE)
    .select('parents.user_id as family_user_id', trx.raw('to_jsonb(accounts) as account'))
    .whereIn('registrations.id', ids)
    .orderBy('registrations.id')
    .forNoKeyUpdate('registrations');
}

/** One of these registrations with everything of its child and family, in one query. */
export async function fullRegistration(
  rows: ReturnType<typeof registrations>,
  db: Db,
  id: string,
): Promise<FullRegistration | undefined> {
  return rows
    .clearSelect()
    .select(DETAIL_COLUMNS)
    .select(BESIDE)
    .select(db.raw('to_jsonb(children) as child'), db.raw('to_jsonb(parents) as parent'))
    .where('registrations.id', id)
    .first<FullRegistration | undefined>();
}
