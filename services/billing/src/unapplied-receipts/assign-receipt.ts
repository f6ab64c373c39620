import { assignUnapplied as call } from '@gerbang/contracts/unapplied-receipts';
import { BOOKING_REFUSALS } from '@gerbang/domain/bank-bookings';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, refusedField } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { type LockedTarget, lockTargets } from '../bank-matches/lock-targets.ts';
import { lineMoney, type Money, payInvoice } from '../bank-matches/pay-invoice.ts';
import { settleFee } from '../bank-matches/settle-fee.ts';
import type { Context } from '../context.ts';
import { assertBooking } from '../hand-bookings/assert-proved.ts';
import { rupiahText } from '../texts.ts';
import { changeReceipt } from './change-receipt.ts';
import { closeRequest } from './close-request.ts';
import { decideReceipt, insertRest, type LockedReceipt } from './unapplied-receipts.repository.ts';
import type { UnappliedReceipt } from './unapplied-receipts.view.ts';

const FEE_BY_BANK =
  'Dana dari pembayaran yang dibatalkan hanya dapat dipakai untuk tagihan. Kembalikan dana ini untuk biaya pendaftaran.';

type Body = z.output<(typeof call)['body']>;

/** 409 where nothing is owed; 422 for more than is owed, and for a part of a fee. */
function refuseAmount({ kind, owed }: LockedTarget, amount: number): void {
  if (owed <= 0) throw conflict('nothing_owed', BOOKING_REFUSALS.nothing_owed);
  if (amount > owed) {
    throw refusedField('amount', 'amount', `Jumlahnya melebihi sisa tagihan (${rupiahText(owed)})`);
  }
  if (kind === 'registration_fee' && amount < owed) {
    throw refusedField(
      'amount',
      'amount',
      `Biaya pendaftaran dilunasi sekaligus (${rupiahText(owed)}). Kembalikan dana ini, lalu minta keluarga mentransfer penuh`,
    );
  }
}

/** The money of a receipt: of its line, of its request, or of the reversed payment. */
function moneyOf({ bankLine, payRequest, reversed, created_at }: LockedReceipt): Money {
  if (bankLine) return lineMoney(bankLine);
  if (payRequest) {
    const day = jakartaDay(payRequest.paid_at ?? created_at);
    return { lineId: null, movedFromId: null, payRequestId: payRequest.id, day, method: payRequest.channel };
  }
  if (!reversed) throw new Error('a receipt without a source');
  const { id, payment_date: day, payment_method: method } = reversed;
  return { lineId: null, movedFromId: id, day, method };
}

/**
 * Pays an invoice or a fee with a locked open receipt; what is left of it stands unapplied on. Returns the target's number. The
 * caller's bookings are locked.
 */
export async function assignLocked(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  present: LockedReceipt,
  body: Body,
  actor: Actor,
): Promise<string> {
  const { amount } = body;
  if (amount > present.amount) {
    throw refusedField(
      'more_than_receipt',
      'amount',
      `Jumlahnya melebihi dana ini (${rupiahText(present.amount)})`,
    );
  }
  const money = moneyOf(present);
  const account = present.bankLine ?? { account_key: '', amount: present.amount };
  const [target] = await lockTargets(trx, caller, account, [{ ...body, expectationId: null }]);
  if (!target) throw new Error('A target was not locked');
  refuseAmount(target, amount);
  await assertBooking(context, trx, caller, amount);
  const by = { actor, at: context.now() };
  const { invoice, waiting } = target;
  const payment =
    invoice &&
    (await payInvoice(context, trx, caller, { invoice, waiting }, { money, amount, mayCorrect: false }));
  if (!payment) {
    const { bankLine, payRequest } = present;
    if (!bankLine && !payRequest) throw refusedField('kind', 'kind', FEE_BY_BANK);
    await settleFee(context, trx, {
      registration_id: target.id,
      amount,
      ...(payRequest
        ? { source: { kind: 'pay_request', id: payRequest.id }, channel: payRequest.channel }
        : { source: { kind: 'bank_line', id: String(bankLine?.id) } }),
      settled_on: money.day,
      actor: by.actor,
      requestId: caller.origin.requestId,
    });
  }
  const assigned = payment ? { assigned_payment_id: payment.id } : { assigned_registration_id: target.id };
  await decideReceipt(trx, present, { status: 'assigned', amount, ...assigned }, by);
  await closeRequest(trx, present, 'assign', actor, payment?.id);
  if (amount < present.amount) await insertRest(trx, present, present.amount - amount);
  return target.number;
}

/** Pays an invoice or a fee with money that stands unapplied. */
export function assignReceipt(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<UnappliedReceipt> {
  const change = { id, action: 'assign', route: call.id, body } as const;
  return changeReceipt(context, caller, change, async ({ trx, present, actor }) => {
    const number = await assignLocked(context, trx, caller, present, body, await actor());
    return { amount: { from: present.amount, to: body.amount }, numbers: [number] };
  });
}
