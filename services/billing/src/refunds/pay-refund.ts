import { payRefund as call, type Refund } from '@gerbang/contracts/refunds';
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
import {
  decideReceipt,
  insertRest,
  lockReceipt,
} from '../unapplied-receipts/unapplied-receipts.repository.ts';
import { changeRefund, edgeOf } from './change-refund.ts';
import { insertContra } from '../invoice-payments/refund-ledger.repository.ts';
import { refuseMoreThanPaid } from './refund-lines.ts';
import { findRefund, type RefundRecord } from './refunds.repository.ts';
import { noRefund } from './refunds.view.ts';

type Body = z.output<(typeof call)['body']>;
/** The claimed slip, or the refusal, which the transaction throws unless it finds the call to be a repeat. */
type Claimed = { readonly file: ClaimedFile } | { readonly refusal: unknown };

/** 409 without an account; 422 for a day before the approval or in the future. */
function refuseTransfer({ now }: Pick<Context, 'now'>, { account, steps }: RefundRecord, day: string): void {
  if (account === null) throw conflict('no_account', 'Rekening tujuan belum diisi oleh keluarga.');
  const approval = steps.findLast(({ step }) => step === 'approved');
  const approvedOn = jakartaDay(new Date(approval?.at ?? now()));
  const problem = dayProblem(transferDays(approvedOn, jakartaDay(now())), day);
  if (problem !== null) throw refusedField('returned_on', 'day', problem);
}

/** Checks the transfer and claims its slip before the transaction, which must not wait for admission. */
async function claimBefore(context: Context, caller: Caller, id: string, body: Body): Promise<Claimed> {
  try {
    const refund = await findRefund(context.database.knex, id);
    if (!refund) throw noRefund();
    edgeOf(refund, 'pay');
    refuseTransfer(context, refund, body.day);
    const { number: invoice_number, registration_id, user_id } = refund;
    const claim = {
      link: body.proof,
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
    if (back < receipt.amount) await insertRest(trx, receipt, receipt.amount - back);
  }
}

/**
 * Books an approved refund that was transferred, by its day and slip, once for the call's key: contra entries by line, never above
 * what each has verified and not given back. Its family is told. 409 `more_than_paid`, 422 for the day or the slip.
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
      if ('refusal' in claimed) throw claimed.refusal;
      const { trx, present } = step;
      refuseTransfer(context, present, body.day);
      await refuseMoreThanPaid(trx, present);
      await closeReceipts(context, step, body.day);
      await insertContra(trx, id, netBacks(present.lines, present.deduct), await step.actor());
      return {
        columns: { paid_on: body.day, proof_file_id: claimed.file.id },
        details: { transferred_on: body.day, file: claimed.file.id },
      };
    },
    notify: ({ trx, present }) => notifyRefund(context, trx, 'refund_paid', present, caller.origin.requestId),
  });
}
