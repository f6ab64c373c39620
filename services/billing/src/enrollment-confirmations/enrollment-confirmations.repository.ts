import type { Confirmation } from '@gerbang/contracts/billing.types';
import type {
  BillingStatus,
  ConfirmationStatus,
  EnrollmentStatus,
} from '@gerbang/domain/enrollment-confirmations';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';

/** A row of `enrollment_confirmations`, with what its registration's copy, scheme and invoices say beside it. */
export interface ConfirmationRecord {
  readonly id: string;
  readonly version: number;
  readonly registration_id: string;
  readonly child_id: string;
  readonly parent_id: string;
  readonly payment_preference: Confirmation['payment_preference'];
  readonly contribution_type: Confirmation['contribution_type'];
  readonly contribution_amount: number;
  readonly contribution_description: string | null;
  readonly additional_notes: string | null;
  readonly payment_status: BillingStatus;
  readonly enrollment_status: EnrollmentStatus;
  readonly status: ConfirmationStatus;
  readonly submitted_at: Date;
  readonly decline_reason: string | null;
  readonly decided_by_name: string | null;
  readonly decided_by_role: Role | null;
  readonly decided_at: Date | null;
  readonly completed_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly user_id: string;
  readonly child_name: string;
  readonly child_nick_name: string | null;
  readonly child_gender: Confirmation['child']['gender'];
  readonly father_name: string | null;
  readonly mother_name: string | null;
  readonly contact_phone: string | null;
  readonly registration_number: string;
  readonly jenjang: Confirmation['registration']['jenjang'];
  readonly kelas: string | null;
  readonly academic_year: string;
  readonly scheme_id: string | null;
  readonly billed: number;
  readonly paid: number;
}

const OWN = [
  'id',
  'version',
  'registration_id',
  'child_id',
  'parent_id',
  'payment_preference',
  'contribution_type',
  'contribution_amount',
  'contribution_description',
  'additional_notes',
  'payment_status',
  'enrollment_status',
  'status',
  'submitted_at',
  'decline_reason',
  'decided_by_name',
  'decided_by_role',
  'decided_at',
  'completed_at',
  'created_at',
  'updated_at',
].map((column) => `enrollment_confirmations.${column}`);
const COPIED = [
  'user_id',
  'child_name',
  'child_nick_name',
  'child_gender',
  'father_name',
  'mother_name',
  'contact_phone',
  'registration_number',
  'jenjang',
  'kelas',
  'academic_year',
].map((column) => `registrations.${column}`);
/** Sums are read in the statement that reads the rows, so that both are of one moment (reliability I16). */
const BILLED = `
  (select id from enrollment_payment_schemes where enrollment_confirmation_id = enrollment_confirmations.id) as scheme_id,
  (select coalesce(sum(total_amount), 0)::bigint from enrollment_invoices
    where enrollment_confirmation_id = enrollment_confirmations.id) as billed,
  (select coalesce(sum(paid_amount), 0)::bigint from enrollment_invoices
    where enrollment_confirmation_id = enrollment_confirmations.id) as paid`;

/** Confirmations with the copy of their registration, and what was billed and paid. */
export function confirmations(db: Db) {
  return db('enrollment_confirmations')
    .join('registrations', 'registrations.id', 'enrollment_confirmations.registration_id')
    .select(OWN)
    .select(COPIED)
    .select(db.raw(BILLED));
}

/** Those of this account's children, by the ownership rule O4 in the query itself. */
export function ownConfirmations(db: Db, userId: string) {
  return confirmations(db).where('registrations.user_id', userId).where('registrations.deleted', false);
}

/**
 * Locks first and reads then: what a locking query reads beside the row it waited for would be of the moment before.
 */
async function lockedBy(
  trx: Db,
  where: { readonly id: string } | { readonly registration_id: string },
): Promise<ConfirmationRecord | undefined> {
  const row = await trx('enrollment_confirmations')
    .where(where)
    .forNoKeyUpdate()
    .first<{ id: string } | undefined>('id');
  return row && confirmationOf(trx, row.id);
}

/** The confirmation of a registration, locked for a change; undefined where there is none. */
export async function lockConfirmationOf(
  trx: Db,
  registrationId: string,
): Promise<ConfirmationRecord | undefined> {
  return lockedBy(trx, { registration_id: registrationId });
}

/** Any confirmation, locked for a change; undefined where there is none. */
export async function lockConfirmation(trx: Db, id: string): Promise<ConfirmationRecord | undefined> {
  return lockedBy(trx, { id });
}

/** One confirmation as it stands now. */
export async function confirmationOf(db: Db, id: string): Promise<ConfirmationRecord> {
  const record = await confirmations(db)
    .where('enrollment_confirmations.id', id)
    .first<ConfirmationRecord | undefined>();
  if (!record) throw new Error('a confirmation that was just written is gone');
  return record;
}
