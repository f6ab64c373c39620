import type { FeeWay } from '@gerbang/domain/fee-differences';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import { cashOf, type Settlement, settledBy } from './payments.repository.ts';

export type FeeDifference = Tables['fee_differences'];
type Of = Pick<Tables['registrations'], 'id' | 'payment_status' | 'current_stage'>;
type FeeOf = Pick<Tables['registrations'], 'id' | 'payment_amount' | 'payment_status'>;

/** Whether money has followed a difference: it was paid, or it goes back to the family. */
const isSettled = ({ paid_at, way }: FeeDifference): boolean => paid_at !== null || way === 'give_back';

/** The sum of these differences in rupiah. */
export const sumOf = (differences: readonly FeeDifference[]): number =>
  differences.reduce((sum, { amount }) => sum + amount, 0);

/** The differences of a registration that stand, the first one first; with its fee they sum up to that of its place. */
export async function standingDifferences(db: Db, registrationId: string): Promise<FeeDifference[]> {
  return db('fee_differences').where({ registration_id: registrationId, ended_id: null }).orderBy('id');
}

/** Those of them that were paid. */
export async function paidDifferences(db: Db, registrationId: string): Promise<FeeDifference[]> {
  return (await standingDifferences(db, registrationId)).filter(({ paid_at }) => paid_at !== null);
}

/** What was paid of a registration's differences, less what goes back to its family, in rupiah. */
export async function settledSum(db: Db, registrationId: string): Promise<number> {
  return sumOf((await standingDifferences(db, registrationId)).filter(isSettled));
}

/** What the school keeps of a verified fee for its place, of another one nothing; what was too much and is undecided is no part of it. */
export async function keptFee(db: Db, { id, payment_amount, payment_status }: FeeOf): Promise<number> {
  if (payment_status !== 'verified') return 0;
  const standing = await standingDifferences(db, id);
  return (
    payment_amount + sumOf(standing.filter((one) => isSettled(one) || (one.way === null && one.amount < 0)))
  );
}

/**
 * The difference of a verified fee that finance decides about: the open one, or the newest while it goes back to the family.
 * Once the family has left, what is missing is no longer owed, and what was too much still is.
 */
export async function decidableDifference(
  db: Db,
  { id, payment_status, current_stage }: Of,
): Promise<(FeeDifference & { readonly given_back?: number }) | undefined> {
  if (payment_status !== 'verified') return undefined;
  const standing = await standingDifferences(db, id);
  const newest = standing.find((one) => !isSettled(one)) ?? standing.at(-1);
  if (!newest || newest.paid_at !== null) return undefined;
  if (newest.amount > 0 && current_stage === 'withdrawn') return undefined;
  const back = -sumOf(standing.filter((one) => one !== newest && one.way === 'give_back'));
  return { ...newest, ...(back > 0 && { given_back: back }) };
}

/** The one that a verified fee is asked for once more. */
export async function askedDifference(db: Db, of: Of): Promise<FeeDifference | undefined> {
  const open = await decidableDifference(db, of);
  return open?.way === 'ask' ? open : undefined;
}

/** Every difference that a registration had, but for those that a later correction changed before money followed. */
export async function allDifferences(db: Db, registrationId: string): Promise<FeeDifference[]> {
  return db('fee_differences').where({ registration_id: registrationId }).orderBy('id');
}

/**
 * Notes how the fee of a registration differs from what was paid and not given back; another amount is decided anew, none
 * ends what was open.
 */
export async function noteDifference(
  trx: Db,
  registrationId: string,
  { fee, amount }: Pick<FeeDifference, 'fee' | 'amount'>,
): Promise<void> {
  const open = (await standingDifferences(trx, registrationId)).find((one) => !isSettled(one));
  if (open?.amount === amount) return;
  if (open) await trx('fee_differences').where({ id: open.id }).delete();
  if (amount === 0) return;
  await trx('fee_differences').insert({ id: uuidv7(), registration_id: registrationId, fee, amount });
}

/** Writes what finance decided about an open difference. */
export async function writeWay(
  trx: Db,
  id: string,
  { way, reason }: { readonly way: FeeWay; readonly reason: string | null },
  { actor, at }: { readonly actor: Actor; readonly at: Date },
): Promise<void> {
  await trx('fee_differences').where({ id, paid_at: null }).update({
    way,
    reason,
    decided_by_id: actor.id,
    decided_by_name: actor.name,
    decided_by_role: actor.role,
    decided_at: at,
  });
}

/** Writes that this money paid what was asked. */
export async function writePaid(trx: Db, id: string, settlement: Settlement, at: Date): Promise<void> {
  await trx('fee_differences')
    .where({ id, paid_at: null, way: 'ask' })
    .update({
      paid_at: at,
      settled_on: settlement.settled_on,
      ...settledBy(settlement),
      settled_by_cash_id: cashOf(settlement),
    });
}

/** Ends a difference by an entry of the books; `cashId` is the cash that leaves a drawer with it. */
export async function endDifference(
  trx: Db,
  id: string,
  ended: { readonly id: string; readonly at: Date; readonly cashId?: string | null },
): Promise<void> {
  await trx('fee_differences')
    .where({ id, ended_id: null })
    .update({ ended_id: ended.id, ended_at: ended.at, ended_cash_id: ended.cashId ?? null });
}

/** Writes what a locked registration's fee amounts to from now on, in rupiah. */
export async function writeFee(trx: Db, registrationId: string, amount: number): Promise<void> {
  await trx('registrations').where({ id: registrationId }).update({ payment_amount: amount });
}

/** Raises the version of a locked registration whose difference changed; that moves neither its fee's state nor its stage. */
export async function raiseVersion(
  trx: Db,
  { id, version }: Pick<Tables['registrations'], 'id' | 'version'>,
): Promise<void> {
  await trx('registrations')
    .where({ id })
    .update({ version: version + 1, updated_at: trx.fn.now() });
}
