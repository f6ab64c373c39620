import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { type PayOutcome, payVerdict } from '@gerbang/domain/pay-requests';
import type { UnappliedCause } from '@gerbang/domain/bank-matches';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { Problem } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { lockTargets } from '../bank-matches/lock-targets.ts';
import { payInvoice } from '../bank-matches/pay-invoice.ts';
import { settleFee } from '../bank-matches/settle-fee.ts';
import type { Context } from '../context.ts';
import { PAY_SERVICES } from '../gateway/port.ts';
import { moveRequest } from './move-request.ts';
import { insertReceipt, isGone } from './pay-targets.repository.ts';
import {
  decideWord,
  isKnownPayment,
  lockNumbered,
  lockWord,
  type PayRow,
  type PayWordRow,
} from './pay-requests.repository.ts';
import { payCaller } from './system-caller.ts';
import { tellReview } from './tell-review.ts';

/** What a word came to, and the code that its notification is answered with. */
export interface PayDecision {
  readonly outcome: PayOutcome;
  readonly code: string;
}

const SERVICE_DIGITS: Readonly<Record<PayWordRow['service'], string>> = {
  ...PAY_SERVICES,
  va_status: '26',
  qr_query: '51',
};
const codeOf = ({ service }: PayWordRow, status: number, code: string) =>
  `${status}${SERVICE_DIGITS[service]}${code}`;

/** Everything of one word that its parts work with. */
interface Step {
  readonly context: Context;
  readonly trx: Knex.Transaction;
  readonly caller: Caller;
  readonly word: PayWordRow;
}

/** The moment of payment: the provider's, unless it names none or one that is still to come. */
function paidAtOf({ paid_at, received_at }: PayWordRow): Date {
  return paid_at !== null && paid_at < received_at ? paid_at : received_at;
}

/** Puts a request in review, unless it is there or final, and tells finance; returns it as it is then. */
async function review(
  { context, trx, caller, word }: Step,
  request: PayRow,
  cause: string,
  columns: Parameters<typeof moveRequest>[3]['columns'] = {},
): Promise<PayRow> {
  const moved = await moveRequest(
    trx,
    request,
    { action: 'doubt', by: 'provider' },
    {
      actor: await actorOf(trx, caller),
      origin: caller.origin,
      columns,
      details: { cause, pay_notification_id: word.id },
    },
  );
  if (moved) await tellReview(context, trx, moved, word);
  return moved ?? request;
}

/** Money that pays nothing yet, with its request in review unless that is final. */
async function keepUnapplied(step: Step, request: PayRow, cause: UnappliedCause): Promise<void> {
  const { context, trx, word } = step;
  const money = { paid_at: paidAtOf(word), paid_amount: word.amount, rrn: word.rrn };
  await review(step, request, cause, money);
  await insertReceipt(trx, {
    id: uuidv7(),
    pay_request_id: request.id,
    amount: Number(word.amount),
    cause,
    created_at: context.now(),
  });
}

/** What a request's money paid: the payment of its invoice; null for a fee, which admission verifies. */
interface Paid {
  readonly paymentId: string | null;
}

async function payTarget({ context, trx, caller }: Step, request: PayRow, day: string): Promise<Paid> {
  const { kind, amount, channel, invoice_id, registration_id } = request;
  const wanted = { kind, id: String(invoice_id ?? registration_id), amount, expectationId: null };
  const [target] = await lockTargets(trx, caller, { account_key: '', amount }, [wanted]);
  if (!target) throw new Error('a target was not locked');
  const { invoice, waiting } = target;
  if (!invoice) {
    await settleFee(context, trx, {
      registration_id: target.id,
      amount,
      source: { kind: 'pay_request', id: request.id },
      channel,
      settled_on: day,
      actor: await actorOf(trx, caller),
      requestId: caller.origin.requestId,
    });
    return { paymentId: null };
  }
  const money = { lineId: null, movedFromId: null, payRequestId: request.id, day, method: channel };
  const { id } = await payInvoice(
    context,
    trx,
    caller,
    { invoice, waiting },
    { money, amount, mayCorrect: false },
  );
  return { paymentId: id };
}

/** Pays the request's fee or invoice; null, with nothing written, where the books refuse it: other money was faster. */
async function pay(step: Step, request: PayRow): Promise<Paid | null> {
  try {
    const day = jakartaDay(paidAtOf(step.word));
    return await step.trx.transaction((trx) => payTarget({ ...step, trx }, request, day));
  } catch (error) {
    if (error instanceof Problem && (error.statusCode === 409 || error.statusCode === 422)) return null;
    throw error;
  }
}

async function book(step: Step, request: PayRow): Promise<PayOutcome> {
  const { trx, caller, word } = step;
  const paid = await pay(step, request);
  if (!paid) {
    await keepUnapplied(step, request, (await isGone(trx, request)) ? 'late' : 'overpaid');
    return 'late';
  }
  const { paymentId } = paid;
  await moveRequest(
    trx,
    request,
    { action: 'pay', by: 'provider' },
    {
      actor: await actorOf(trx, caller),
      origin: caller.origin,
      columns: { paid_at: paidAtOf(word), paid_amount: word.amount, rrn: word.rrn, payment_id: paymentId },
      details: { ...(paymentId !== null && { payment_id: paymentId }), pay_notification_id: word.id },
    },
  );
  return 'booked';
}

/** Another amount than asked: nothing is booked, and finance looks at it. The money is kept only where the provider keeps it. */
async function differ(step: Step, request: PayRow): Promise<PayDecision> {
  const { context, word } = step;
  if (context.config.PAY_DIFFERENCES === 'keep' && word.amount !== null && word.amount > 0) {
    await keepUnapplied(step, request, 'unknown');
    return { outcome: 'amount', code: codeOf(word, 200, '00') };
  }
  await review(step, request, 'amount');
  return { outcome: 'amount', code: codeOf(word, 404, '13') };
}

/** A request as it is for money of this moment: open where it is still being made, and ended after its end. */
async function ripen({ trx, caller, word }: Step, request: PayRow): Promise<PayRow> {
  const actor = await actorOf(trx, caller);
  const opened =
    (await moveRequest(trx, request, { action: 'open', by: 'provider' }, { actor, origin: caller.origin })) ??
    request;
  if (opened.status !== 'open' || paidAtOf(word) <= opened.expires_at) return opened;
  return (
    (await moveRequest(trx, opened, { action: 'expire', by: 'system' }, { actor, origin: caller.origin })) ??
    opened
  );
}

async function decide(step: Step): Promise<PayDecision> {
  const { context, trx, word } = step;
  const locked = await lockNumbered(trx, word.request_no);
  if (!locked) return { outcome: 'unknown', code: codeOf(word, 404, '12') };
  const kept = context.config.PAY_DIFFERENCES === 'keep' ? ['amount'] : [];
  const isKnown = await isKnownPayment(trx, word, ['booked', 'late', 'duplicate', ...kept]);
  const isEqual = word.amount === locked.amount;
  if (isKnown && (isEqual || kept.length > 0)) return { outcome: 'repeated', code: codeOf(word, 200, '00') };
  const request = await ripen(step, locked);
  switch (payVerdict(request.status, isEqual)) {
    case 'amount':
      return differ(step, request);
    case 'duplicate':
      if (context.config.PAY_DUPLICATES === 'refuse') {
        return { outcome: 'refused', code: codeOf(word, 404, '14') };
      }
      await keepUnapplied(step, request, 'duplicate');
      return { outcome: 'duplicate', code: codeOf(word, 200, '00') };
    case 'late':
      await keepUnapplied(step, request, 'late');
      return { outcome: 'late', code: codeOf(word, 200, '00') };
    default:
      return { outcome: await book(step, request), code: codeOf(word, 200, '00') };
  }
}

/**
 * The one door of all money that comes through the provider: acts once on a word that is stored, under its lock and the
 * request's, in one transaction with ledger, receipt number and message. May be called again and again.
 */
export async function actOnWord(context: Context, wordId: string): Promise<PayDecision> {
  return context.database.transaction(async (trx) => {
    const word = await lockWord(trx, wordId);
    if (!word) throw new Error('a word of the provider is gone');
    if (word.outcome !== null) return { outcome: word.outcome, code: String(word.answer_code) };
    const caller = payCaller(context, word.id);
    const step = { context, trx, caller, word };
    const decision = await decide(step);
    await decideWord(trx, word.id, decision.outcome, decision.code);
    return decision;
  });
}
