import { UNAPPLIED_MACHINE } from '@gerbang/domain/bank-matches';
import { edgeFor } from '@gerbang/domain/transitions';
import type { AuditNote, LockedStep } from '@gerbang/service-kit/data/change-locked';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { beginBooking } from '../hand-bookings/assert-proved.ts';
import { findReceipt, type LockedReceipt, lockReceipt } from './unapplied-receipts.repository.ts';
import { noReceipt, toReceipt, type UnappliedReceipt } from './unapplied-receipts.view.ts';

const NOTES = { assign: 'unapplied_receipt.assigned', return: 'unapplied_receipt.returned' } as const;

/** A decision about an open receipt. */
interface ReceiptChange {
  readonly id: string;
  readonly action: keyof typeof NOTES;
  /** The call's id and its body, to recognise a repeat. */
  readonly route: string;
  readonly body: object;
}

/**
 * Decides about an open receipt under its line's lock, at most once for the call's key. `decide` checks the rules beside the
 * machine's, writes, and returns the details for the trail. 409 `receipt_decided` where it is open no more.
 */
export async function changeReceipt(
  context: Context,
  caller: Caller,
  { id, action, route, body }: ReceiptChange,
  decide: (
    step: LockedStep<LockedReceipt>,
    to: LockedReceipt['status'],
  ) => Promise<NonNullable<AuditNote['details']>>,
): Promise<UnappliedReceipt> {
  const view = async (trx: Knex.Transaction) => {
    const record = await findReceipt(trx, id);
    if (!record) throw new Error('an unapplied receipt is gone');
    return toReceipt(context, record, caller.role);
  };
  return changeOnce(
    context,
    caller,
    { route, body: { id, ...body } },
    {
      lock: async (trx) => {
        if (action === 'assign') await beginBooking(trx, caller);
        return lockReceipt(trx, id);
      },
      notFound: noReceipt,
      expect: { actions: Object.values(NOTES), present: ({ trx }) => view(trx) },
      apply: async (step) => {
        const edge = edgeFor(UNAPPLIED_MACHINE, step.present.status as 'open', { action, by: 'finance' });
        if (!edge) throw conflict('receipt_decided', 'Dana ini sudah dibukukan atau dikembalikan.');
        return decide(step, edge.to);
      },
      audit: ({ present }, details) => ({
        action: NOTES[action],
        subject: id,
        details: {
          ...(present.bankLine && { bank_line_id: present.bankLine.id }),
          ...(present.payRequest && { request_no: present.payRequest.request_no }),
          ...details,
        },
      }),
      view: ({ trx }) => view(trx),
    },
  );
}
