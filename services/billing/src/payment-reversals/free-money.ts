import { LINE_MACHINE } from '@gerbang/domain/bank-lines';
import { keepsMoney } from '@gerbang/domain/payment-reversals';
import { edgeFor } from '@gerbang/domain/transitions';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { reopenBankDays } from '../bank-days/reopen-bank-days.ts';
import { type LineRecord, updateLine } from '../bank-line-record/bank-lines.repository.ts';
import type { Context } from '../context.ts';
import {
  emptyLine,
  insertReversed,
  type LockedMoney,
  otherUses,
  rejectBooked,
  reopenAssigned,
} from './payment-reversals.repository.ts';
import type { Reversal } from './reverse-booked.ts';

/** 409 unless the line is booked. */
export function refuseUnbooked({ status }: Pick<LineRecord, 'status'>) {
  const edge = edgeFor(LINE_MACHINE, status, { action: 'release', by: 'finance' });
  if (!edge) throw conflict('line_state', 'Mutasi ini tidak sedang dibukukan. Muat ulang lalu coba lagi.');
  return edge;
}

/** Opens the closed day of a line's account again, because of what becomes of its money. */
export async function reopenDay(trx: Knex.Transaction, caller: Caller, line: LineRecord): Promise<void> {
  const day = { accountKey: line.account_key, days: [line.booked_on] };
  const actor = await actorOf(trx, caller);
  await reopenBankDays(trx, day, { cause: 'payment_reversed', actor, origin: caller.origin });
}

/** Opens a booked line again, whose payments were reversed: its matches, receipts and surplus are taken back. */
export async function openLine(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  line: LineRecord,
  reason: string,
): Promise<LineRecord> {
  const edge = refuseUnbooked(line);
  const actor = await actorOf(trx, caller);
  await rejectBooked(trx, line.id);
  await emptyLine(trx, line.id, { actor, at: context.now() });
  await reopenDay(trx, caller, line);
  await audit(trx, {
    action: 'bank_line.released',
    actor,
    subject: line.id,
    details: { line_status: { from: line.status, to: edge.to }, amount: line.amount, reason },
    origin: caller.origin,
  });
  return updateLine(trx, line, { status: edge.to, ignored_reason: null });
}

/**
 * Frees the money of a payment that was reversed. The bank's money goes back to the receipt that it was assigned from, to
 * its line where the line pays nothing else, and else stands unapplied. Other money stands unapplied where it did come.
 */
export async function freeMoney(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  { payment, line, receipt }: LockedMoney,
  { cause, reason }: Reversal,
): Promise<void> {
  const { id, amount_paid: amount } = payment;
  if (receipt !== null) {
    if (line === null && !keepsMoney(cause)) return;
    await reopenAssigned(trx, receipt, reason);
    if (line !== null) await reopenDay(trx, caller, line);
    return;
  }
  if (line === null) {
    if (keepsMoney(cause)) await insertReversed(trx, { reversed_payment_id: id }, amount, reason);
    return;
  }
  const { matches, kept } = await otherUses(trx, line.id);
  if (matches === 1 && kept === 0) {
    await openLine(context, trx, caller, line, reason);
    return;
  }
  await rejectBooked(trx, line.id, id);
  await insertReversed(trx, { line_id: line.id }, amount, reason);
  await reopenDay(trx, caller, line);
}
