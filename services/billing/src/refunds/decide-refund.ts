import type { Refund } from '@gerbang/contracts/refund-shapes';
import {
  approveRefund as approveCall,
  type cancelRefund as cancelCall,
  type changeRefund as editCall,
  type requestRefund as requestCall,
} from '@gerbang/contracts/refunds';
import type { LockedStep } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { notifyRefund } from '../family-messages.ts';
import { changeRefund, type RefundMove } from './change-refund.ts';
import { checkLines, refuseMoreThanPaid, totalOf } from './refund-lines.ts';
import type { RefundRecord } from './refunds.repository.ts';
import { sealAccount } from './refunds.view.ts';

/** 409 while it is not known where the money goes; money that pays nothing may go to another child's invoice. */
function refuseWithoutAccount({ account, lines }: Pick<RefundRecord, 'account' | 'lines'>): void {
  if (account !== null || lines.every(({ kind }) => kind === 'unapplied')) return;
  throw conflict('no_account', 'Rekening tujuan belum diisi. Isi rekeningnya lebih dahulu.');
}

/** 409 where more would go back than is left, or no account is known. */
async function refuseUnpayable({ trx, present }: LockedStep<RefundRecord>): Promise<RefundMove> {
  refuseWithoutAccount(present);
  await refuseMoreThanPaid(trx, present);
  return {};
}

/** Changes figures or account of a refund that is not approved yet. */
export function editRefund(
  context: Context,
  caller: Caller,
  id: string,
  { lines: typed, deduct: wanted, account, reason, version }: z.output<(typeof editCall)['body']>,
): Promise<Refund> {
  return changeRefund(context, caller, {
    id,
    action: 'edit',
    version,
    reason,
    decide: async ({ trx, present }) => {
      const registration = { id: present.registration_id, number: present.registration_number };
      const lines = typed ? await checkLines(trx, typed, registration, present) : present.lines;
      const deduct = wanted ?? present.deduct;
      const total = totalOf(lines, deduct);
      return {
        columns: { lines, deduct, total, ...(account && { account: sealAccount(context, id, account) }) },
        details: { amount: { from: present.total, to: total }, ...(account && { account_changed: true }) },
      };
    },
  });
}

/** Asks a second person to agree; 409 where more would go back than is left, or no account is known. */
export function requestRefund(
  context: Context,
  caller: Caller,
  id: string,
  { version }: z.output<(typeof requestCall)['body']>,
): Promise<Refund> {
  return changeRefund(context, caller, { id, action: 'request', version, decide: refuseUnpayable });
}

/** Agrees to a refund as a second person, once for the call's key; its family is told. */
export function approveRefund(
  context: Context,
  caller: Caller,
  id: string,
  { version }: z.output<(typeof approveCall)['body']>,
): Promise<Refund> {
  return changeRefund(context, caller, {
    id,
    action: 'approve',
    version,
    once: { route: approveCall.id, body: { id, version } },
    decide: refuseUnpayable,
    notify: ({ trx, present }) =>
      notifyRefund(context, trx, 'refund_approved', present, caller.origin.requestId),
  });
}

/** Ends a refund with a reason: a second person does not agree, or it is not wanted any more. */
export const endRefund =
  (action: 'decline' | 'cancel') =>
  (
    context: Context,
    caller: Caller,
    id: string,
    { reason, version }: z.output<(typeof cancelCall)['body']>,
  ): Promise<Refund> =>
    changeRefund(context, caller, { id, action, version, reason });
