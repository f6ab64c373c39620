import type { Confidence, UnappliedCause } from '@gerbang/domain/bank-matches';
import type { BankTarget } from '@gerbang/domain/payment-expectations';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import { feeClosed } from '../registrations/registrations.repository.ts';

export type MatchRecord = Tables['bank_matches'];
type Expectation = Tables['payment_expectations'];
type Payment = Tables['enrollment_invoice_payments'];

/** The registration or the invoice that money is for. */
export interface TargetKey {
  readonly kind: BankTarget;
  readonly id: string;
}

/** The columns that name a target. */
export const targetColumns = ({ kind, id }: TargetKey) => ({
  kind,
  registration_id: kind === 'registration_fee' ? id : null,
  invoice_id: kind === 'invoice' ? id : null,
});

/** The target of a match. */
export const targetOf = ({ kind, registration_id, invoice_id }: MatchRecord): TargetKey => ({
  kind: kind as BankTarget,
  id: (registration_id ?? invoice_id) as string,
});

export async function findMatch(db: Db, id: string): Promise<MatchRecord | undefined> {
  return db('bank_matches').where({ id }).first<MatchRecord | undefined>();
}

/** The line that a match is of, locked until the transaction ends. */
export async function lockLineOfMatch(trx: Db, id: string): Promise<Tables['bank_lines'] | undefined> {
  return trx('bank_lines')
    .where('id', trx('bank_matches').where({ id }).select('line_id'))
    .forUpdate()
    .first<Tables['bank_lines'] | undefined>();
}

/** What the matcher proposes for a line. */
export async function proposalsOf(db: Db, lineId: string): Promise<MatchRecord[]> {
  return db('bank_matches').where({ line_id: lineId, status: 'proposed' }).orderBy('id');
}

/** The amounts of an account that these targets are or were asked for and that are kept for them, locked, the newest first. */
export async function lockExpectations(
  trx: Db,
  accountKey: string,
  targets: readonly TargetKey[],
): Promise<Expectation[]> {
  const ids = targets.map(({ id }) => id);
  const rows: Expectation[] = await trx('payment_expectations')
    .where({ account_key: accountKey, holds_amount: true })
    .where((either) => {
      void either.whereIn('invoice_id', ids).orWhereIn('registration_id', ids);
      void either.orWhereIn(
        'id',
        trx('payment_expectation_fees').whereIn('registration_id', ids).select('expectation_id'),
      );
    })
    .orderBy('id')
    .forUpdate()
    .select('*');
  return rows.toReversed();
}

/** Locks these re-enrolments, as `lockConfirmation` does, in the order of their ids. */
export async function lockConfirmations(trx: Db, ids: readonly string[]): Promise<void> {
  await trx('enrollment_confirmations').whereIn('id', ids).orderBy('id').forNoKeyUpdate().select('id');
}

/** The payment of an invoice that waits to be verified; there is one at most. */
export async function waitingPayment(
  db: Db,
  invoiceId: string,
): Promise<Pick<Payment, 'id' | 'amount_paid' | 'payment_method'> | undefined> {
  return db('enrollment_invoice_payments')
    .where({ enrollment_invoice_id: invoiceId, verification_status: 'pending' })
    .first('id', 'amount_paid', 'payment_method');
}

/** The copy of a registration whose fee is to be paid, deleted ones included; one that is closed counts as deleted. */
export async function findFee(
  db: Db,
  id: string,
): Promise<Pick<Tables['registrations'], 'user_id' | 'deleted' | 'registration_number'> | undefined> {
  return db('registrations')
    .where({ id })
    .first('user_id', 'registration_number', db.raw(`${feeClosed('registrations')} as deleted`));
}

interface Decision {
  readonly actor: Actor;
  readonly at: Date;
}

const decided = ({ actor, at }: Decision) => ({
  decided_by_id: actor.id,
  decided_by_name: actor.name,
  decided_by_role: actor.role,
  decided_at: at,
});

/** What a line pays, as it is booked. */
export interface BookedShare {
  readonly target: TargetKey;
  /** The proposal that becomes the booking; null where a person chose the target. */
  readonly proposalId: string | null;
  readonly expectationId: string | null;
  readonly amount: number;
  readonly paymentId: string | null;
}

/** Keeps what a line pays; of the matcher's proposal where there is one. */
export async function insertBooked(
  trx: Db,
  lineId: string,
  { target, proposalId, expectationId, amount, paymentId }: BookedShare,
  { note, ...by }: Decision & { readonly note: string | null },
): Promise<void> {
  const columns = {
    expectation_id: expectationId,
    amount,
    payment_id: paymentId,
    note,
    status: 'booked' as const,
    ...decided(by),
  };
  if (proposalId === null) {
    const confidence: Confidence | null = null;
    await trx('bank_matches').insert({
      id: uuidv7(),
      line_id: lineId,
      ...targetColumns(target),
      confidence,
      ...columns,
    });
    return;
  }
  const booked = await trx('bank_matches').where({ id: proposalId, status: 'proposed' }).update(columns);
  if (booked !== 1) throw new Error('A proposal changed under its line’s lock');
}

/** Ends what is still proposed for a line: another target was chosen. */
export async function rejectProposals(trx: Db, lineId: string, by: Decision): Promise<void> {
  await trx('bank_matches')
    .where({ line_id: lineId, status: 'proposed' })
    .update({ status: 'rejected', ...decided(by) });
}

export async function insertSurplus(
  trx: Db,
  row: { readonly line_id: string; readonly expectation_id: string; readonly amount: number },
): Promise<void> {
  await trx('surplus_ledger').insert({ id: uuidv7(), ...row });
}

/** Money of a line that pays nothing yet, as open receipts. */
export async function insertUnapplied(
  trx: Db,
  lineId: string,
  parts: readonly { readonly cause: UnappliedCause; readonly amount: number }[],
  note: string | null = null,
): Promise<void> {
  if (parts.length === 0) return;
  await trx('unapplied_receipts').insert(
    parts.map((part) => ({ id: uuidv7(), line_id: lineId, note, ...part })),
  );
}
