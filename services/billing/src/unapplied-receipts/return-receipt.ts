import { returnUnapplied as call } from '@gerbang/contracts/unapplied-receipts';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { forbidden, refusedField } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { changeReceipt } from './change-receipt.ts';
import { decideReceipt, isImporter } from './unapplied-receipts.repository.ts';
import type { UnappliedReceipt } from './unapplied-receipts.view.ts';

type Body = z.output<(typeof call)['body']>;

/** 422 for a day before the money came, or one to come; days are Jakarta's. */
function refuseDay(day: string, { from, today }: { readonly from: string; readonly today: string }): void {
  const message =
    (day < from && 'Tanggal pengembalian tidak boleh sebelum uangnya masuk') ||
    (day > today && 'Tanggal pengembalian tidak boleh di masa depan');
  if (message) throw refusedField('returned_on', 'returned_on', message);
}

/** Notes that money was returned to its payer; 403 for the person who imported its statement. */
export function returnReceipt(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<UnappliedReceipt> {
  const { note, returned_on } = body;
  const change = { id, action: 'return', route: call.id, body } as const;
  return changeReceipt(context, caller, change, async ({ trx, present, actor }, to) => {
    const { bankLine: line } = present;
    if (await isImporter(trx, line, caller.id)) {
      throw forbidden(
        'Pengembalian dicatat oleh petugas lain daripada yang mengunggah mutasinya.',
        'importer_cannot_return',
      );
    }
    const now = context.now();
    refuseDay(returned_on, { from: line.booked_on, today: jakartaDay(now) });
    await decideReceipt(trx, present, { status: to, note, returned_on }, { actor: await actor(), at: now });
    return { amount: present.amount, returned_on, note };
  });
}
