import type { Confirmation, reopenConfirmation as call } from '@gerbang/contracts/enrollment-confirmations';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { notifyConfirmation } from '../family-messages.ts';
import { lockRegistration } from '../registrations/registrations.repository.ts';
import { changeConfirmation, UNDECIDED, writtenConfirmation } from './change-confirmation.ts';
import { refuseGoneSeat, refuseNotPassed } from './create-confirmation.ts';
import { lockConfirmation, registrationOf } from './enrollment-confirmations.repository.ts';
import { toConfirmation } from './enrollment-confirmations.view.ts';

/**
 * Takes a decline back, so that the confirmation waits to be decided again. 409 for one that is not declined, or whose child
 * or seat can no longer be confirmed.
 */
export async function reopenConfirmation(
  context: Context,
  caller: Caller,
  id: string,
  { reason }: z.output<(typeof call)['body']>,
): Promise<Confirmation> {
  return changeConfirmation(context, context.database, caller, {
    lock: async (trx) => {
      const registrationId = await registrationOf(trx, id);
      const registration = registrationId && (await lockRegistration(trx, registrationId));
      if (!registration) return undefined;
      const present = await lockConfirmation(trx, { id });
      if (present?.status === 'declined') {
        refuseNotPassed(registration);
        await refuseGoneSeat(trx, registration);
      }
      return present;
    },
    decide: async ({ present }) => {
      if (present.status !== 'declined') {
        throw conflict('confirmation_state', 'Hanya konfirmasi yang ditolak yang dapat ditarik kembali.');
      }
      return {
        to: 'submitted',
        cause: 'reopened',
        columns: UNDECIDED,
        reason,
        details: { decline_reason: { from: present.decline_reason, to: null } },
      };
    },
    notify: ({ trx }, changed) => notifyConfirmation(context, trx, 'confirmation_received', changed),
    view: async ({ trx }) => toConfirmation(await writtenConfirmation(trx, id)),
  });
}
