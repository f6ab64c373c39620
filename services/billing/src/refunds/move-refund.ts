import type { Refund } from '@gerbang/contracts/refund-shapes';
import { moveRefund as call } from '@gerbang/contracts/refunds';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { beginBooking } from '../hand-bookings/assert-proved.ts';
import { findInvoice } from '../invoices/invoices.repository.ts';
import { noInvoice } from '../invoices/invoices.view.ts';
import { assignLocked } from '../unapplied-receipts/assign-receipt.ts';
import { lockReceipt } from '../unapplied-receipts/unapplied-receipts.repository.ts';
import { changeRefund } from './change-refund.ts';
import { refuseMoreThanPaid } from './refund-lines.ts';

const BOOKED =
  'Hanya dana yang belum dibukukan yang dapat dipindahkan. Batalkan pembayarannya lebih dahulu, atau kembalikan dananya.';

/**
 * Pays an invoice of another child of the same family with an approved refund of money that paid nothing, once for the call's key;
 * no bank moves. 404 for an invoice of another family, 409 where the money paid something.
 */
export function moveRefund(
  context: Context,
  caller: Caller,
  id: string,
  body: z.output<(typeof call)['body']>,
): Promise<Refund> {
  const booking = { ...caller, ifMatch: undefined };
  return changeRefund(context, caller, {
    id,
    action: 'move',
    version: body.version,
    once: { route: call.id, body: { id, ...body } },
    decide: async ({ trx, present, actor }) => {
      if (present.lines.some(({ kind }) => kind !== 'unapplied')) throw conflict('refund_state', BOOKED);
      const invoice = await findInvoice(trx, body.invoice_id, present.user_id);
      if (!invoice) throw noInvoice();
      await beginBooking(trx, booking);
      await refuseMoreThanPaid(trx, present);
      for (const { target, back } of present.lines) {
        const receipt = await lockReceipt(trx, target);
        if (!receipt) throw new Error('a locked receipt is gone');
        const to = { kind: 'invoice', id: invoice.id, amount: back } as const;
        await assignLocked(context, trx, booking, receipt, to, await actor());
      }
      return { details: { numbers: [invoice.invoice_number] } };
    },
  });
}
