import type { Confirmation } from '@gerbang/contracts/billing.types';
import type { decideConfirmation as call } from '@gerbang/contracts/enrollment-confirmations';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { notifyConfirmation } from './confirmation-messages.ts';
import { CONFIRMATION_ACTIONS, moveConfirmation, refuseMove } from './change-confirmation.ts';
import { noConfirmation, toConfirmation } from './enrollment-confirmations.view.ts';
import { confirmationOf, lockConfirmation } from './enrollment-confirmations.repository.ts';

type Body = z.output<(typeof call)['body']>;

/**
 * Processes or declines a confirmation that waits; the second time is 409 (authorization row E05; admission workflow
 * §4; Precisions, Repeating and racing).
 */
export async function decideConfirmation(
  context: Context,
  caller: Caller,
  id: string,
  { status, reason = null }: Body,
): Promise<Confirmation> {
  return context.database.transaction(async (trx) => {
    const present = await lockConfirmation(trx, id);
    if (!present) throw noConfirmation();
    await refuseStale(trx, {
      header: caller.ifMatch,
      record: present,
      actions: CONFIRMATION_ACTIONS,
      current: () => toConfirmation(present),
    });
    refuseMove(present.status, status, 'staff');
    const actor = await actorOf(trx, caller);
    const eventId = await moveConfirmation(context, trx, caller, present, {
      to: status,
      cause: status,
      fields: {
        decline_reason: reason,
        decided_by_id: actor.id,
        decided_by_name: actor.name,
        decided_by_role: actor.role,
        decided_at: context.now(),
      },
      reason,
    });
    await notifyConfirmation(
      context,
      trx,
      `confirmation_${status}`,
      {
        userId: present.user_id,
        child: present.child_name,
        registrationNumber: present.registration_number,
        eventId,
        requestId: caller.origin.requestId,
      },
      reason,
    );
    return toConfirmation(await confirmationOf(trx, id));
  });
}
