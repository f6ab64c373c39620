import type { Confirmation } from '@gerbang/contracts/billing.types';
import type {
  BillingStatus,
  ConfirmationStatus,
  ENROLLMENT_AFTER,
  EnrollmentStatus,
} from '@gerbang/domain/enrollment-confirmations';
import type { Role } from '@gerbang/domain/roles';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import { ofFamily } from '../registrations/registrations.repository.ts';

/** A row of `enrollment_confirmations`, with its registration's copy, its scheme's id and the sums of its invoices. */
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

/** The sums are read in the same statement as the rows, so that both are of one moment. */
const BILLED = `
  (select id from enrollment_payment_schemes where enrollment_confirmation_id = enrollment_confirmations.id) as scheme_id,
  (select coalesce(sum(total_amount), 0)::bigint from enrollment_invoices
    where enrollment_confirmation_id = enrollment_confirmations.id) as billed,
  (select coalesce(sum(paid_amount), 0)::bigint from enrollment_invoices
    where enrollment_confirmation_id = enrollment_confirmations.id) as paid`;

/** Confirmations joined with their registration's copy, without columns: for filters and counts. */
export function joinedConfirmations(db: Db) {
  return db('enrollment_confirmations').join(
    'registrations',
    'registrations.id',
    'enrollment_confirmations.registration_id',
  );
}

/** All confirmations, as `ConfirmationRecord`. */
export function confirmations(db: Db) {
  return joinedConfirmations(db)
    .select(
      'enrollment_confirmations.*',
      'registrations.user_id',
      'registrations.child_name',
      'registrations.child_nick_name',
      'registrations.child_gender',
      'registrations.father_name',
      'registrations.mother_name',
      'registrations.contact_phone',
      'registrations.registration_number',
      'registrations.jenjang',
      'registrations.kelas',
      'registrations.academic_year',
    )
    .select(db.raw(BILLED));
}

/** The confirmations of this account's children. */
export function ownConfirmations(db: Db, userId: string) {
  return ofFamily(confirmations(db), userId);
}

/** Every confirmation that is held of this account's children, deleted registrations included. */
export async function heldConfirmations(db: Db, userId: string): Promise<ConfirmationRecord[]> {
  return confirmations(db).where('registrations.user_id', userId).orderBy('enrollment_confirmations.id');
}

/** One confirmation; undefined where there is none. */
export async function findConfirmation(db: Db, id: string): Promise<ConfirmationRecord | undefined> {
  return confirmations(db).where('enrollment_confirmations.id', id).first<ConfirmationRecord | undefined>();
}

/** The confirmation of one registration of this account; undefined where there is none. */
export async function findOwnConfirmation(
  db: Db,
  userId: string,
  registrationId: string,
): Promise<ConfirmationRecord | undefined> {
  return ownConfirmations(db, userId)
    .where('enrollment_confirmations.registration_id', registrationId)
    .first<ConfirmationRecord | undefined>();
}

/** The confirmation with this id or of this registration, locked until the transaction ends. */
export async function lockConfirmation(
  trx: Db,
  where: { readonly id: string } | { readonly registration_id: string },
): Promise<ConfirmationRecord | undefined> {
  const locked = await trx('enrollment_confirmations').where(where).forNoKeyUpdate().first('id');
  // Read after the lock: a locking query returns joined rows as they were before it waited.
  return locked && findConfirmation(trx, locked.id);
}

/** Columns that a new confirmation is made of; the others have defaults. */
export type NewConfirmation = Pick<
  ConfirmationRecord,
  | 'id'
  | 'registration_id'
  | 'child_id'
  | 'parent_id'
  | 'payment_preference'
  | 'contribution_type'
  | 'contribution_amount'
  | 'contribution_description'
  | 'additional_notes'
  | 'submitted_at'
  | 'status'
  | 'version'
>;

export async function insertConfirmation(trx: Db, row: NewConfirmation): Promise<void> {
  await trx('enrollment_confirmations').insert(row);
}

/** Columns that a change may write beside the status. */
export type ConfirmationColumns = Partial<ConfirmationRecord & { readonly decided_by_id: string | null }>;

export async function updateConfirmation(trx: Db, id: string, columns: ConfirmationColumns): Promise<void> {
  await trx('enrollment_confirmations')
    .where({ id })
    .update({ ...columns, updated_at: trx.fn.now() });
}

/** Adds a version to the history of a confirmation; returns the id of the history's row. */
export async function insertConfirmationEvent(
  trx: Db,
  event: {
    readonly confirmation_id: string;
    readonly version: number;
    readonly from_status: ConfirmationStatus | null;
    readonly to_status: ConfirmationStatus;
    readonly cause: keyof typeof ENROLLMENT_AFTER;
    readonly reason: string | null;
  },
  actor: Actor,
): Promise<string> {
  const id = uuidv7();
  await trx('confirmation_events').insert({
    ...event,
    id,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
  });
  return id;
}
