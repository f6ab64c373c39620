import {
  PAYMENT_MACHINE,
  type PaymentCause,
  type PaymentStatus,
} from '@gerbang/domain/registration-payments';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { EventPayload } from '@gerbang/contracts/events';
import type { Tables } from '../database.types.ts';
import type { RegistrationRecord } from './registrations.repository.ts';

/** What a verification by the bank rests on, with the Jakarta day on which the bank had the money. */
export type Settlement = Pick<EventPayload<'fee.settled'>, 'source' | 'settled_on' | 'channel'>;

/** A new state of the fee. */
export interface PaymentMove {
  readonly to: PaymentStatus;
  readonly cause: PaymentCause;
  /** The proof that counts from now on. */
  readonly fileId: string | null;
  /** Why it is rejected; other states keep no reason. */
  readonly reason?: string | null;
  /** What verifies it for the causes `bank`, `cash` and `import`; any other move takes it away. */
  readonly settlement?: Settlement;
  /** How it was paid, for the cause `import`. */
  readonly method?: 'transfer' | 'cash';
  /** The cash that leaves a drawer, where a fee in cash is taken back. */
  readonly cashId?: string;
  /** The payer's bank fields where they change, the account number sealed. */
  readonly bank?: Pick<RegistrationRecord, 'bank_name' | 'bank_account_number' | 'bank_account_owner'>;
}

/** The columns that name where money of the bank came from, and how it came through a provider. */
export const settledBy = (settlement: Settlement | undefined) => ({
  settled_by_line_id: settlement?.source.kind === 'bank_line' ? settlement.source.id : null,
  settled_by_pay_request_id: settlement?.source.kind === 'pay_request' ? settlement.source.id : null,
  pay_channel: settlement?.source.kind === 'pay_request' ? (settlement.channel ?? null) : null,
});

/** The cash in a drawer that a fee rests on, where it does. */
export const cashOf = (settlement: Settlement | undefined): string | null =>
  settlement?.source.kind === 'cash' ? settlement.source.id : null;

/**
 * Writes a new state of a locked registration's fee with its history: the only place that does. Only `verified` keeps
 * the person and the moment. Returns the id of the history's entry.
 */
export async function writePayment(
  trx: Db,
  { id, version, payment_status: from }: RegistrationRecord,
  { to, cause, fileId, reason = null, settlement, method, cashId, bank }: PaymentMove,
  by: { readonly actor: Actor; readonly at: Date },
): Promise<string> {
  assertEdge(PAYMENT_MACHINE, from, { to, by: cause });
  const { actor } = by;
  const verified = to === 'verified';
  const cash = cashOf(settlement);
  const settled_by_import_id = settlement?.source.kind === 'import' ? settlement.source.id : null;
  await trx('registrations')
    .where({ id })
    .update({
      ...bank,
      payment_status: to,
      payment_evidence_file_id: fileId,
      rejection_reason: reason,
      ...settledBy(settlement),
      settled_by_cash_id: cash,
      settled_by_import_id,
      payment_verified_at: verified ? by.at : null,
      payment_verified_by: verified ? actor.id : null,
      payment_verified_by_name: verified ? actor.name : null,
      payment_verified_by_role: verified ? actor.role : null,
      version: version + 1,
      updated_at: trx.fn.now(),
    });
  const eventId = uuidv7();
  await trx('registration_payment_events').insert({
    id: eventId,
    registration_id: id,
    from_status: from,
    to_status: to,
    cause,
    file_id: fileId,
    ...settledBy(settlement),
    settled_by_import_id,
    import_method: method ?? null,
    settled_on: settlement?.settled_on ?? null,
    cash_id: cash ?? cashId ?? null,
    reason,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
  });
  return eventId;
}

/**
 * Writes what of a locked registration's fee went back and is promised to. Only what went back is shown, and raises the
 * version.
 */
export async function writeReturned(
  trx: Db,
  { id, version, fee_returned }: Pick<RegistrationRecord, 'id' | 'version' | 'fee_returned'>,
  told: Pick<EventPayload<'fee.returned'>, 'version' | 'returned' | 'promised'>,
): Promise<void> {
  await trx('registrations')
    .where({ id })
    .where('fee_returned_version', '<', told.version)
    .update({
      fee_returned: told.returned,
      fee_promised: told.promised,
      fee_returned_version: told.version,
      ...(told.returned !== fee_returned && { version: version + 1, updated_at: trx.fn.now() }),
    });
}

/** Writes another wording of why the fee is rejected. */
export async function writeRejectionReason(
  trx: Db,
  { id, version }: RegistrationRecord,
  reason: string,
): Promise<void> {
  await trx('registrations')
    .where({ id })
    .update({ rejection_reason: reason, version: version + 1, updated_at: trx.fn.now() });
}

/** The history of a registration's fee, the oldest entry first. */
export async function paymentHistory(
  db: Db,
  registrationId: string,
): Promise<Tables['registration_payment_events'][]> {
  return db('registration_payment_events').where({ registration_id: registrationId }).orderBy(['at', 'id']);
}
