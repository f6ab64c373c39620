import type { Refund } from '@gerbang/contracts/refund-shapes';
import { payRefund as call } from '@gerbang/contracts/refunds';
import { dayProblem } from '@gerbang/domain/day-range';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { netBacks, transferDays } from '@gerbang/domain/refunds';
import type { LockedStep } from '@gerbang/service-kit/data/change-locked';
import { type Caller } from '@gerbang/service-kit/http/caller';
import { requireKey } from '@gerbang/service-kit/http/idempotency';
import { conflict, refusedField } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { notifyRefund } from '../family-messages.ts';
import { type ClaimedFile, claimFile } from '../invoice-payments/claim-file.client.ts';
import { closeRequest } from '../unapplied-receipts/close-request.ts';
import {
  decideReceipt,
  insertRest,
  lockReceipt,
} from '../unapplied-receipts/unapplied-receipts.repository.ts';
import { bookRefundLine } from './book-refund-line.ts';
import { changeRefund, edgeOf } from './change-refund.ts';
import { insertContra } from '../invoice-payments/refund-ledger.repository.ts';
import { refuseMoreThanPaid } from './refund-lines.ts';
import { findRefund, type RefundRecord } from './refunds.repository.ts';
import { noRefund } from './refunds.view.ts';

type Body = z.output<(typeof call)['body']>;
/** The claimed slip, nothing for a line of the bank, or the refusal, which the transaction throws unless it finds the call to be a repeat. */
type Claimed = { readonly file: ClaimedFile } | { readonly refusal: unknown } | null;

/** 409 without an account; 422 for a day before the approval or in the future. */
function refuseTransfer(
  { now }: Pick<Context, 'now'>,
  { account, steps }: RefundRecord,
  day: string,
  path = 'day',
): void {
  if (account === null) throw conflict('no_account', 'Rekening tujuan belum diisi oleh keluarga.');
  const approval = steps.findLast(({ step }) => step === 'approved');
  const approvedOn = jakartaDay(new Date(approval?.at ?? now()));
  const problem = dayProblem(transferDays(approvedOn, jakartaDay(now())), day);
  if (problem !== null) throw refusedField('returned_on', path, problem);
}

/** Checks the transfer and claims its slip before the transaction, which must not wait for admission. */
async function claimBefore(
  context: Context,
  caller: Caller,
  id: string,
  { day, proof }: Body,
): Promise<Claimed> {
  if (day === undefined || proof === undefined) return null;
  try {
    const refund = await findRefund(context.database.knex, id);
    if (!refund) throw noRefund();
    edgeOf(refund, 'pay');
    refuseTransfer(context, refund, day);
    const { number: invoice_number, registration_id, user_id } = refund;
    const claim = {
      link: proof,
      uploaderId: caller.id,
      invoice: { id, invoice_number, registration_id, user_id },
      attachedTo: 'refund',
      path: 'proof',
    } as const;
    return { file: await claimFile(context, claim, caller.origin.requestId) };
  } catch (refusal) {
    return { refusal };
  }
}

/** Closes receipts of money that paid nothing as returned, with the refund's number. */
async function closeReceipts(
  context: Context,
  { trx, present, actor }: LockedStep<RefundRecord>,
  day: string,
): Promise<void> {
  for (const { kind, target, back } of present.lines) {
    if (kind !== 'unapplied') continue;
    const receipt = await lockReceipt(trx, target);
    if (!receipt) throw new Error('a locked receipt is gone');
    const decided = { status: 'returned', amount: back, note: present.number, returned_on: day } as const;
    await decideReceipt(trx, receipt, decided, { actor: await actor(), at: context.now() });
    await closeRequest(trx, receipt, 'return', await actor());
    if (back < receipt.amount) await insertRest(trx, receipt, receipt.amount - back);
  }
}

/** How a locked refund was transferred: by its line of the bank, or by day and slip. */
async function transferOf(
  context: Context,
  caller: Caller,
  step: LockedStep<RefundRecord>,
  { day, bank_line_id }: Body,
  claimed: Claimed,
) {
  if (claimed && 'refusal' in claimed) throw claimed.refusal;
  if (claimed && day !== undefined) {
    refuseTransfer(context, step.present, day);
    return { paid_on: day, proof_file_id: claimed.file.id };
  }
  if (bank_line_id === undefined) throw new Error('a transfer has neither a slip nor a line');
  const { booked_on } = await bookRefundLine(step, caller, bank_line_id);
  refuseTransfer(context, step.present, booked_on, 'bank_line_id');
  return { paid_on: booked_on, bank_line_id };
}

/**
 * Books an approved refund that was transferred, by its line of the bank or its day and slip, once for the call's key: contra
 * entries by line, never above what each has verified and not given back. Its family is told. 409 `more_than_paid`, `differs` and
 * `line_taken`, 422 for the day or the slip.
 */
export async function payRefund(context: Context, caller: Caller, id: string, body: Body): Promise<Refund> {
  requireKey(caller);
  const claimed = await claimBefore(context, caller, id, body);
  return changeRefund(context, caller, {
    id,
    action: 'pay',
    version: body.version,
    once: { route: call.id, body: { id, ...body } },
    decide: async (step) => {
      const { trx, present } = step;
      const transfer = await transferOf(context, caller, step, body, claimed);
      await refuseMoreThanPaid(trx, present);
      await closeReceipts(context, step, transfer.paid_on);
      await insertContra(trx, id, netBacks(present.lines, present.deduct), await step.actor());
      return {
        columns: transfer,
        details: {
          transferred_on: transfer.paid_on,
          ...(transfer.bank_line_id
            ? { bank_line_id: transfer.bank_line_id }
            : { file: transfer.proof_file_id }),
        },
      };
    },
    notify: ({ trx, present }) => notifyRefund(context, trx, 'refund_paid', present, caller.origin.requestId),
  });
}
