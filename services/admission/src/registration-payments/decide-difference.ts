import type { decideFeeDifference as call } from '@gerbang/contracts/registration-payments';
import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { waysOf } from '@gerbang/domain/fee-differences';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import { byDay } from '@gerbang/service-kit/events/account-messages';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, refusedField } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import {
  decidableDifference,
  paidDifferences,
  raiseVersion,
  sumOf,
  writeWay,
} from '../registration-record/fee-differences.repository.ts';
import { notifyFamily } from '../registration-record/notify.ts';
import { publishRegistrations } from '../registration-record/publish.ts';
import { staffRegistrationSteps } from '../registration-record/read-registration.ts';

/**
 * Decides what becomes of the difference between a paid fee and the one of the corrected level: it is asked for, left, or given
 * back, for which billing begins a refund. It can be decided anew until money has paid it. 409 `no_difference`.
 */
export async function decideDifference(
  context: Context,
  caller: Caller,
  id: string,
  { way, reason: given, version }: z.output<(typeof call)['body']>,
): Promise<StaffRegistration> {
  const reason = given ?? null;
  return changeLocked(
    context.database,
    { ...caller, ifMatch: String(version) },
    {
      ...staffRegistrationSteps(context, caller, id),
      apply: async ({ trx, present, actor }) => {
        const open = await decidableDifference(trx, present);
        if (!open) throw conflict('no_difference', 'Tidak ada selisih biaya yang harus diputuskan.');
        if (!waysOf(open.amount).includes(way)) {
          throw refusedField('way', 'way', 'Cara ini tidak cocok dengan selisihnya');
        }
        if (way === 'leave' && reason === null) {
          throw refusedField('reason', 'reason', 'Alasan harus diisi');
        }
        if (open.way === way && open.reason === reason) return null;
        await writeWay(trx, open.id, { way, reason }, { actor: await actor(), at: context.now() });
        await raiseVersion(trx, present);
        return open;
      },
      audit: ({ present }, { amount, way: before }) => ({
        action: 'registration.fee_difference_decided',
        subject: id,
        details: { child_id: present.child_id, amount, way: { from: before, to: way }, reason },
      }),
      publish: async ({ trx, present }, open) => {
        await publishRegistrations(context, trx, [id]);
        if (way === 'give_back' && open.way !== way) {
          const paid = present.payment_amount + sumOf(await paidDifferences(trx, id));
          const back = {
            withdrawal_id: open.id,
            registration_id: id,
            lines: [{ kind: 'fee' as const, paid, percent: 100, back: -open.amount }],
            deduct: 0,
            cause: 'overpaid' as const,
          };
          const { requestId } = caller.origin;
          await context.outbox.publish(trx, 'withdrawal.refundable', back, { requestId });
        }
        if (way !== 'ask') return;
        const entryId = `${open.id}:${version}`;
        await notifyFamily(context, trx, caller, present, {
          kind: 'data_corrected',
          entryId,
          ...byDay(context),
        });
      },
    },
  );
}
