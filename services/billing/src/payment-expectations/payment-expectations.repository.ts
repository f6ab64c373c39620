import { EXPECTATION_MACHINE } from '@gerbang/domain/payment-expectations';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Db } from '@gerbang/service-kit/data/database';
import { NIL_ID } from '@gerbang/service-kit/data/erasure';
import type { Knex } from 'knex';
import type { Tables } from '../database.types.ts';

export type ExpectationRecord = Tables['payment_expectations'];

/** A registration fee of several that are paid together, in rupiah. */
export type FeeLine = Pick<Tables['payment_expectation_fees'], 'registration_id' | 'amount'>;

/** The registration, the invoice or the fees that an expectation asks money for. */
export interface Target extends Pick<ExpectationRecord, 'kind' | 'registration_id' | 'invoice_id'> {
  /** Several fees of this account's family; null for one bill. */
  readonly together: {
    readonly userId: string;
    readonly accountKey: string;
    readonly fees: FeeLine[];
  } | null;
}

/** An expectation beside a target; for fees together also whether it is of these very fees. */
export type FoundExpectation = ExpectationRecord & { readonly is_same: boolean };

const byAge = [
  { column: 'created_at', order: 'desc' },
  { column: 'id', order: 'desc' },
] as const;

const SAME_FEES = `(select array_agg(f.registration_id order by f.registration_id) from payment_expectation_fees f
  where f.expectation_id = payment_expectations.id) = array(select unnest(?::uuid[]) order by 1) as is_same`;

/** Of one bill, or of all sets of fees that the family chose at this account. */
function ofTarget(db: Db, { registration_id, invoice_id, together }: Target) {
  const rows = db('payment_expectations').select('payment_expectations.*');
  if (together === null) {
    return rows
      .where(registration_id === null ? { invoice_id } : { registration_id })
      .select(db.raw('true as is_same'));
  }
  const ids = together.fees.map((fee) => fee.registration_id);
  return rows
    .where({
      kind: 'registration_fees',
      user_id: together.userId,
      account_key: together.accountKey,
    })
    .select(db.raw(SAME_FEES, [ids]));
}

/** Lets one family of an account choose its amount at a time: amounts of different bases can be equal too. */
export async function lockAmounts(trx: Knex.Transaction, accountKey: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
    `payment_expectations:${accountKey}`,
  ]);
}

/** The open expectation of a target, locked until the transaction ends. */
export async function lockOpen(trx: Knex.Transaction, target: Target): Promise<FoundExpectation | undefined> {
  return ofTarget(trx, target).where({ status: 'open' }).forUpdate().first<FoundExpectation | undefined>();
}

/** The amounts that were kept for a target, the newest first, among them those it was asked for before another one. */
export async function heldFor(trx: Knex.Transaction, target: Target): Promise<FoundExpectation[]> {
  return ofTarget(trx, target)
    .where('holds_amount', true)
    .where('unique_add', '>', 0)
    .orderBy([...byAge]);
}

/**
 * The amounts above `base` up to `max` rupiah more that no family may be asked for at this account: those that are kept for a
 * bill, and those that a bill owes exactly.
 */
export async function takenAmounts(
  db: Db,
  accountKey: string,
  base: number,
  max: number,
): Promise<{ readonly held: ReadonlySet<number>; readonly owed: ReadonlySet<number> }> {
  const span = [base + 1, base + max];
  const { rows } = await db.raw(
    `select transfer_amount as amount, true as held from payment_expectations
     where account_key = ? and holds_amount and unique_add > 0 and transfer_amount between ? and ?
     union all
     select base, false from payment_expectations where status in ('open', 'cooling') and base between ? and ?
     union all
     select total_amount - paid_amount, false from enrollment_invoices
     where paid_amount < total_amount and total_amount - paid_amount between ? and ?
     union all
     select payment_amount, false from registrations
     where not deleted and payment_status <> 'verified' and payment_amount between ? and ?
     union all
     select fee_asked, false from registrations where not deleted and fee_asked between ? and ?`,
    [accountKey, ...span, ...span, ...span, ...span, ...span],
  );
  const found = rows as { amount: number; held: boolean }[];
  const amounts = (held: boolean) =>
    new Set(found.filter((row) => row.held === held).map((row) => row.amount));
  return { held: amounts(true), owed: amounts(false) };
}

export type NewExpectation = Omit<
  ExpectationRecord,
  'transfer_amount' | 'status' | 'holds_amount' | 'version' | 'created_at' | 'updated_at'
>;

/** Inserts an open expectation; undefined where another one has its reference. */
export async function insertExpectation(
  trx: Knex.Transaction,
  expectation: NewExpectation,
): Promise<ExpectationRecord | undefined> {
  const { to } = assertEdge(EXPECTATION_MACHINE, null, { action: 'open', by: 'parent' });
  const [row] = await trx('payment_expectations')
    .insert({ ...expectation, status: to, holds_amount: true })
    .onConflict('reference')
    .ignore()
    .returning('*');
  return row;
}

/** Notes what an expectation asks for each of several fees. */
export async function insertFeeLines(
  trx: Knex.Transaction,
  expectationId: string,
  fees: readonly FeeLine[],
): Promise<void> {
  await trx('payment_expectation_fees').insert(
    fees.map((fee) => ({ ...fee, expectation_id: expectationId })),
  );
}

/** What these expectations ask for several fees, in the order of the registrations; those of one bill have none. */
export async function feeLinesOf(
  db: Db,
  expectationIds: readonly string[],
): Promise<Tables['payment_expectation_fees'][]> {
  return db('payment_expectation_fees')
    .whereRaw('expectation_id = any(?)', [[...expectationIds]])
    .orderBy('registration_id')
    .select('expectation_id', 'registration_id', 'amount');
}

/** Gives up the amount of one that was cancelled or is cooling, for the same target to be asked for it again. */
export async function releaseAmount(
  trx: Knex.Transaction,
  { id, version, status }: ExpectationRecord,
): Promise<void> {
  const to =
    status === 'cancelled'
      ? status
      : assertEdge(EXPECTATION_MACHINE, status, { action: 'renew', by: 'parent' }).to;
  const released = await trx('payment_expectations')
    .where({ id, version, status, holds_amount: true })
    .update({ status: to, holds_amount: false, version: version + 1, updated_at: trx.fn.now() });
  if (released !== 1) throw new Error('A payment expectation changed under its lock');
}

/** The exact amounts that are kept for these invoices' families and still pay them, the newest first. */
export async function keptForInvoices(
  db: Db,
  invoiceIds: readonly string[],
  now: Date,
): Promise<Pick<ExpectationRecord, 'invoice_id' | 'base' | 'transfer_amount'>[]> {
  return db('payment_expectations')
    .whereIn('invoice_id', [...invoiceIds])
    .whereIn('status', ['open', 'cooling'])
    .where('unique_add', '>', 0)
    .where('cools_until', '>', now)
    .orderBy([...byAge])
    .select('invoice_id', 'base', 'transfer_amount');
}

/** Everything that this account was asked for, the newest first. */
export async function expectationsOf(db: Db, userId: string): Promise<ExpectationRecord[]> {
  return db('payment_expectations')
    .select<ExpectationRecord[]>('*')
    .where({ user_id: userId })
    .orderBy([...byAge]);
}

/** Rows that no booked money refers to, as SQL: only these may go. */
export const IS_UNUSED = `not holds_amount
  and not exists (select from bank_matches where bank_matches.expectation_id = payment_expectations.id)
  and not exists (select from surplus_ledger where surplus_ledger.expectation_id = payment_expectations.id)`;

/**
 * Erases what these registrations' families were asked for. An amount that is still kept stays, without its account, until it
 * is free: money that is on its way must not pay another family's bill. So does one that books refer to.
 */
export async function forgetExpectations(trx: Knex.Transaction, registrationIds: string[]): Promise<void> {
  if (registrationIds.length === 0) return;
  const { from, to } = assertEdge(EXPECTATION_MACHINE, 'open', { action: 'cancel', by: 'parent' });
  const rows = () =>
    trx('payment_expectations').where((either) => {
      void either.whereIn('registration_id', registrationIds);
      void either.orWhereIn(
        'invoice_id',
        trx('enrollment_invoices').whereIn('registration_id', registrationIds).select('id'),
      );
      void either.orWhereIn(
        'id',
        trx('payment_expectation_fees').whereIn('registration_id', registrationIds).select('expectation_id'),
      );
    });
  const change = { version: trx.raw('version + 1'), updated_at: trx.fn.now() };
  await rows()
    .where({ status: from })
    .update({ status: to, ...change });
  await rows().whereRaw(IS_UNUSED).delete();
  await rows().update({ user_id: NIL_ID, ...change });
}

/**
 * Takes back what these registrations' families are asked for their fees and invoices, for good. One that the bank's money is using at this
 * moment is left to it: locks go from expectations to registrations.
 */
export async function endExpectations(trx: Knex.Transaction, registrationIds: string[]): Promise<void> {
  const { from, to } = assertEdge(EXPECTATION_MACHINE, 'open', { action: 'cancel', by: 'parent' });
  await trx.raw(
    `update payment_expectations set status = :to, version = version + 1, updated_at = now() where id in (
       select id from payment_expectations where status = :from and (registration_id = any(:ids) or id in (
         select expectation_id from payment_expectation_fees where registration_id = any(:ids)) or invoice_id in (
         select id from enrollment_invoices where registration_id = any(:ids)))
       for update skip locked)`,
    { from, to, ids: registrationIds },
  );
}

/** The expectation, locked until the transaction ends. */
export async function lockExpectation(
  trx: Knex.Transaction,
  id: string,
): Promise<ExpectationRecord | undefined> {
  return trx('payment_expectations').where({ id }).forUpdate().first<ExpectationRecord | undefined>();
}

type Changed = Pick<ExpectationRecord, 'status'> & Partial<Pick<ExpectationRecord, 'cools_until'>>;

/** Writes an expectation's new status; its row was locked and checked before. */
export async function moveExpectation(
  trx: Knex.Transaction,
  { id, status, version }: ExpectationRecord,
  change: Changed,
): Promise<ExpectationRecord> {
  const [row] = await trx('payment_expectations')
    .where({ id, status, version })
    .update({ ...change, version: version + 1, updated_at: trx.fn.now() })
    .returning('*');
  if (!row) throw new Error('A payment expectation changed under its lock');
  return row;
}

const AT_ONCE = 1000;

/** Moves the due rows of one kind, at most a thousand in a statement; a locked row has its turn the next time. */
export async function moveDue(knex: Knex, due: string, change: string, now: Date): Promise<number> {
  let moved = 0;
  for (let last = AT_ONCE; last === AT_ONCE; moved += last) {
    const { rowCount } = await knex.raw(
      `update payment_expectations set ${change}, version = version + 1, updated_at = now()
       where id in (select id from payment_expectations where ${due} <= ? limit ${AT_ONCE} for update skip locked)`,
      [now],
    );
    last = rowCount as number;
  }
  return moved;
}
