import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { ownRegistrationSteps } from '../registration-record/own-registration.ts';
import { noteResultOpened } from '../registration-record/registrations.repository.ts';

/**
 * Notes that the family has opened the result of its registration; the first time counts, and again after a later
 * publication. Nothing waits for the result to be applied here: a family may be shown it a moment before.
 */
export async function openResult(
  context: Context,
  caller: Caller,
  id: string,
): Promise<{ result_opened_at: string }> {
  const { view: _whole, ...steps } = ownRegistrationSteps(context, caller, id);
  const at = context.now();
  return changeLocked(context.database, caller, {
    ...steps,
    apply: async ({ trx }) => ((await noteResultOpened(trx, id, at)) ? at : null),
    audit: () => ({ action: 'registration.result_opened', subject: id }),
    view: ({ present }, opened) => ({
      result_opened_at: (opened ?? present.result_opened_at ?? at).toISOString(),
    }),
  });
}
