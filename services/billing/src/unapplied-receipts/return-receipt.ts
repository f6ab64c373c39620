import { returnUnapplied as call } from '@gerbang/contracts/unapplied-receipts';
import { returnDays } from '@gerbang/domain/day-limits';
import { dayProblem } from '@gerbang/domain/day-range';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, forbidden, refusedField } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { changeReceipt } from './change-receipt.ts';
import { decideReceipt, isImporter } from './unapplied-receipts.repository.ts';
import type { UnappliedReceipt } from './unapplied-receipts.view.ts';

const BY_REFUND = 'Dana dari pembayaran otomatis dikembalikan lewat pengembalian dana. Mulai dari sana.';

type Body = z.output<(typeof call)['body']>;

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
    const { bankLine: line, reversed, payRequest } = present;
    if (payRequest) throw conflict('by_refund', BY_REFUND);
    const isFirst = line ? await isImporter(trx, line, caller.id) : reversed?.reversed_by_id === caller.id;
    if (isFirst) {
      throw forbidden(
        line
          ? 'Pengembalian dicatat oleh petugas lain daripada yang mengunggah mutasinya.'
          : 'Pengembalian dicatat oleh petugas lain daripada yang membatalkan pembayarannya.',
        'importer_cannot_return',
      );
    }
    const now = context.now();
    const problem = dayProblem(
      returnDays(line?.booked_on ?? String(reversed?.payment_date), jakartaDay(now)),
      returned_on,
    );
    if (problem !== null) throw refusedField('returned_on', 'returned_on', problem);
    await decideReceipt(trx, present, { status: to, note, returned_on }, { actor: await actor(), at: now });
    return { amount: present.amount, returned_on, note };
  });
}
