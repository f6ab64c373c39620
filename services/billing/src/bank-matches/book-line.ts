import { BOOKING_REFUSALS, shareLine, type Shares } from '@gerbang/domain/bank-bookings';
import { LINE_MACHINE } from '@gerbang/domain/bank-lines';
import type { WholeLineCause } from '@gerbang/domain/bank-matches';
import { edgeFor } from '@gerbang/domain/transitions';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { AuditNote } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, unprocessable } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { type LineRecord, updateLine } from '../bank-line-record/bank-lines.repository.ts';
import type { Context } from '../context.ts';
import { useExpectation } from '../payment-expectations/change-expectation.ts';
import { rupiahText } from '../texts.ts';
import { insertBooked, insertSurplus, insertUnapplied, rejectProposals } from './bank-bookings.repository.ts';
import { type LockedTarget, lockTargets, refuseSettled, type WantedTarget } from './lock-targets.ts';
import { lineMoney, payInvoice } from './pay-invoice.ts';
import { withdrawProposals } from './propose-matches.ts';
import { settleFee, settleFees } from './settle-fee.ts';

/** A target of a booking, with the matcher's proposal of it. */
export interface BookingTarget extends WantedTarget {
  readonly proposalId: string | null;
}

interface Booking {
  /** Locked. */
  readonly line: LineRecord;
  readonly targets: readonly BookingTarget[];
  readonly actor: Actor;
  /** Why a person chose these targets. */
  readonly reason: string | null;
  /** Whether a person has decided about a payment of another amount that waits. */
  readonly mayCorrect: boolean;
}

/** What became of a line. */
export interface BookedLine {
  readonly line: LineRecord;
  readonly shares: Shares;
  /** Of the registrations and invoices. */
  readonly numbers: readonly string[];
  /** Of the invoices' payments; a fee's receipt follows. */
  readonly receipts: readonly string[];
}

/** 409 unless the line may be booked now. */
export function refuseTaken({ status }: Pick<LineRecord, 'status'>) {
  const edge = edgeFor(LINE_MACHINE, status, { action: 'book', by: 'finance' });
  if (!edge) throw conflict('line_taken', BOOKING_REFUSALS.line_taken);
  return edge;
}

/** Where a booking's money comes from, and by whom. */
const moneyOf = ({ line, actor }: Booking, caller: Caller) => ({
  source: { kind: 'bank_line' as const, id: line.id },
  settled_on: line.booked_on,
  actor,
  requestId: caller.origin.requestId,
});

/** Whether the targets are fees that one transfer pays: no other expectation is of several targets. */
const isTogether = ([first, ...others]: readonly BookingTarget[]): boolean =>
  others.length > 0 &&
  first !== undefined &&
  first.expectationId !== null &&
  others.every(({ expectationId }) => expectationId === first.expectationId);

/** Pays fees that belong together, all of them in full; 409 `nothing_owed` where one owes another amount or nothing. */
async function payTogether(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  booking: Booking,
  targets: readonly LockedTarget[],
): Promise<void> {
  if (targets.some(({ owed, wanted }) => owed !== wanted)) {
    throw conflict('nothing_owed', BOOKING_REFUSALS.nothing_owed);
  }
  const fees = targets.map(({ id, wanted }) => ({ registration_id: id, amount: wanted }));
  await settleFees(context, trx, fees, moneyOf(booking, caller));
}

async function payTarget(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  booking: Booking,
  target: LockedTarget,
  amount: number,
): Promise<{ readonly id: string; readonly receipt: string | null } | null> {
  const { invoice, waiting } = target;
  const { line, mayCorrect } = booking;
  if (invoice !== null) {
    const money = lineMoney(line);
    return payInvoice(context, trx, caller, { invoice, waiting }, { money, amount, mayCorrect });
  }
  await settleFee(context, trx, {
    registration_id: target.id,
    amount,
    ...moneyOf(booking, caller),
  });
  return null;
}

/**
 * Books a line for its targets, in the caller's transaction and under the line's lock: what is owed is paid, a
 * unique add is surplus, and the rest stands unapplied. 409 `line_taken`, `nothing_owed` or `proof_waiting`; 422 where the
 * targets want more than the line holds.
 */
export async function bookLine(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  booking: Booking,
): Promise<BookedLine> {
  const { line, targets, actor, reason } = booking;
  const edge = refuseTaken(line);
  const wanted = targets.reduce((sum, { amount }) => sum + amount, 0);
  if (wanted > line.amount) {
    throw unprocessable('more_than_line', `Jumlahnya melebihi mutasi ini (${rupiahText(line.amount)}).`, [
      { path: 'targets', message: `Paling banyak ${rupiahText(line.amount)}` },
    ]);
  }
  const locked = await lockTargets(trx, caller, line, targets);
  for (const target of locked) refuseSettled(target);
  const together = isTogether(targets);
  if (together) await payTogether(context, trx, caller, booking, locked);
  const shares = shareLine(line.amount, locked);
  const by = { actor, at: context.now() };
  const receipts: string[] = [];
  for (const [at, target] of locked.entries()) {
    const amount = shares.pays[at] ?? 0;
    if (target.asked) await useExpectation(trx, target.asked.id, by.at);
    if (amount === 0) continue;
    const payment = together ? null : await payTarget(context, trx, caller, booking, target, amount);
    if (payment?.receipt) receipts.push(payment.receipt);
    const share = {
      target,
      amount,
      proposalId: targets[at]?.proposalId ?? null,
      expectationId: target.asked?.id ?? null,
      paymentId: payment?.id ?? null,
    };
    await insertBooked(trx, line.id, share, { ...by, note: reason });
    if (amount === target.owed) await withdrawProposals(trx, target);
  }
  await rejectProposals(trx, line.id, by);
  const { surplus } = shares;
  const asked = surplus && locked[surplus.at]?.asked;
  if (surplus && asked) {
    await insertSurplus(trx, { line_id: line.id, expectation_id: asked.id, amount: surplus.amount });
  }
  await insertUnapplied(trx, line.id, shares.unapplied);
  const booked = await updateLine(trx, line, { status: edge.to, ignored_reason: null });
  return { line: booked, shares, numbers: locked.map(({ number }) => number), receipts };
}

/** Lets all of a locked line stand unapplied, for a reason that its receipt keeps. 409 `line_taken`. */
export async function setUnapplied(
  context: Context,
  trx: Knex.Transaction,
  line: LineRecord,
  {
    cause,
    reason,
    actor,
  }: { readonly cause: WholeLineCause; readonly reason: string; readonly actor: Actor },
): Promise<BookedLine> {
  const edge = refuseTaken(line);
  const unapplied = [{ cause, amount: line.amount }];
  await rejectProposals(trx, line.id, { actor, at: context.now() });
  await insertUnapplied(trx, line.id, unapplied, reason);
  const booked = await updateLine(trx, line, { status: edge.to, ignored_reason: null });
  return { line: booked, shares: { pays: [], surplus: null, unapplied }, numbers: [], receipts: [] };
}

/** The trail's entry about a booked line; what it paid stands in the entries of the payments. */
export function bookingNote(from: LineRecord, { line, shares, numbers }: BookedLine, reason: string | null) {
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
  return {
    action: 'bank_line.booked',
    subject: line.id,
    details: {
      line_status: { from: from.status, to: line.status },
      amount: line.amount,
      booked: sum(shares.pays),
      surplus: shares.surplus?.amount ?? 0,
      unapplied: sum(shares.unapplied.map(({ amount }) => amount)),
      numbers,
      ...(reason !== null && { reason }),
    },
  } satisfies AuditNote;
}
