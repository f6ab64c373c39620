import type { changeDueDate as call } from '@gerbang/contracts/due-dates';
import type { StaffInvoice } from '@gerbang/contracts/invoices';
import { dayProblem } from '@gerbang/domain/day-range';
import { laterDueDays } from '@gerbang/domain/due-dates';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { refusedField } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { notifyInvoiceChanged } from '../family-messages.ts';
import { refuseSettledInvoice } from '../invoice-payments/payment-rules.ts';
import { findStaffInvoice, lockInvoice } from '../invoices/invoices.repository.ts';
import { noInvoice, toStaffInvoice } from '../invoices/invoices.view.ts';
import { moveDueDate } from './due-dates.repository.ts';

const MOVED = 'invoice.due_changed';

/** Moves the due day of an invoice that is not paid to a later one, and notifies the family. */
export async function changeDueDate(
  context: Context,
  caller: Caller,
  id: string,
  { due_date: to, reason, version }: z.output<(typeof call)['body']>,
): Promise<StaffInvoice> {
  const view = async (trx: Db) => {
    const record = await findStaffInvoice(trx, id);
    if (!record) throw new Error('an invoice that was just locked is gone');
    return toStaffInvoice(record, context.now());
  };
  return changeLocked(
    context.database,
    { ...caller, ifMatch: String(version) },
    {
      lock: (trx) => lockInvoice(trx, id, null),
      notFound: noInvoice,
      expect: { actions: [MOVED], present: ({ trx }) => view(trx) },
      apply: async ({ trx, present, actor }) => {
        refuseSettledInvoice(present);
        const { due_changes = [] } = await view(trx);
        const problem = dayProblem(laterDueDays(present.due_date, due_changes), to);
        if (problem !== null) throw refusedField('due_date', 'due_date', problem);
        return moveDueDate(trx, present, { to, reason }, await actor());
      },
      audit: ({ present: { invoice_number, registration_id, due_date } }) => ({
        action: MOVED,
        subject: id,
        details: { invoice_number, registration_id, due_date: { from: due_date, to }, reason },
      }),
      publish: ({ trx, present }, noteId) =>
        notifyInvoiceChanged(context, trx, 'due_date_changed', present, noteId, caller.origin.requestId),
      view: ({ trx }) => view(trx),
    },
  );
}
