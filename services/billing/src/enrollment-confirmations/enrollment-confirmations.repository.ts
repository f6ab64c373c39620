import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { fromAccount, type FromAccount } from '@gerbang/service-kit/events/accounts';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import { ofFamily } from '../registrations/registrations.repository.ts';

type Row = Tables['enrollment_confirmations'];

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
  'wave_payment_period',
] as const satisfies readonly (keyof Tables['registrations'])[];

/** A confirmation with its registration's copy, its scheme's id and the sums of its invoices in whole rupiah. */
export interface ConfirmationRecord
  extends Row,
    FromAccount,
    Pick<Tables['registrations'], Exclude<(typeof COPIED)[number], 'child_gender'>> {
  readonly child_gender: Confirmation['child']['gender'];
  readonly scheme_id: string | null;
  /** How the school made it wait again; its moment is text, because it comes as JSON. */
  readonly returned: NonNullable<Confirmation['returned']> | null;
  readonly billed: number;
  readonly paid: number;
}

/** The sums are read in the same statement as the rows, so that both are of one moment. */
const BILLED = `
  (select id from enrollment_payment_schemes
    where enrollment_confirmation_id = enrollment_confirmations.id and voided_at is null) as scheme_id,
  (select coalesce(sum(total_amount), 0)::bigint from enrollment_invoices
    where enrollment_confirmation_id = enrollment_confirmations.id) as billed,
  (select coalesce(sum(paid_amount), 0)::bigint from enrollment_invoices
    where enrollment_confirmation_id = enrollment_confirmations.id) as paid`;

/** Only a confirmation that waits reads its last step. */
const RETURNED = `
  case when enrollment_confirmations.status = 'submitted' then (
    select jsonb_build_object('cause', cause, 'reason', reason, 'at', at,
      'by', jsonb_build_object('name', actor_name, 'role', actor_role))
    from confirmation_events where confirmation_id = enrollment_confirmations.id
      and version = enrollment_confirmations.version and cause in ('reopened', 'void')
  ) end as returned`;

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
    .select('enrollment_confirmations.*', ...COPIED.map((column) => `registrations.${column}`))
    .select(db.raw(fromAccount('registrations')), db.raw(BILLED), db.raw(RETURNED));
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

/** The registration of a confirmation; undefined where there is none. */
export async function registrationOf(db: Db, id: string): Promise<string | undefined> {
  const row = await db('enrollment_confirmations').where({ id }).first('registration_id');
  return row?.registration_id;
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

/** The state of a registration's confirmation, the rule that its family has read, and what it has paid, without a lock. */
export async function confirmationStanding(
  db: Db,
  registration_id: string,
): Promise<Pick<ConfirmationRecord, 'status' | 'refund_rule' | 'paid'> | undefined> {
  return db('enrollment_confirmations')
    .where({ registration_id })
    .first('status', 'refund_rule', db.raw(BILLED));
}

/** Columns that a new confirmation is made of; the others have defaults. */
export type NewConfirmation = Pick<
  Row,
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
  | 'refund_rule_version'
  | 'refund_rule'
  | 'refund_rule_hash'
  | 'status'
  | 'version'
>;

export async function insertConfirmation(trx: Db, row: NewConfirmation): Promise<void> {
  await trx('enrollment_confirmations').insert(row);
}

/** Columns that a change may write. */
export type ConfirmationColumns = Partial<Omit<Row, 'id' | 'created_at' | 'updated_at'>>;

export async function updateConfirmation(trx: Db, id: string, columns: ConfirmationColumns): Promise<void> {
  await trx('enrollment_confirmations')
    .where({ id })
    .update({ ...columns, updated_at: trx.fn.now() });
}

/** Adds a version to the history of a confirmation; returns the id of the history's row. */
export async function insertConfirmationEvent(
  trx: Db,
  event: Omit<Tables['confirmation_events'], 'id' | 'actor_id' | 'actor_name' | 'actor_role' | 'at'>,
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
