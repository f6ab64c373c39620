import { resendMissed as call } from '@gerbang/contracts/missed-messages';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { onceBy, requireKey } from '@gerbang/service-kit/http/idempotency';
import type { Context } from '../context.ts';
import type { SendJob } from '../delivery/send-job.ts';
import { refusalOf } from '../messages/message.view.ts';
import { enqueueSend, resendLocked } from '../messages/resend-message.ts';
import { familyOf, nothingMissed } from './contact-family.ts';
import { lockMissed } from './missed-messages.repository.ts';

/** Sends what a family missed once more, to its present number. The messages are locked, so that each goes once. */
export async function resendMissed(context: Context, caller: Caller, id: string): Promise<{ sent: number }> {
  requireKey(caller);
  const { database, columns } = context;
  const jobs: SendJob[] = [];
  const once = { route: call.id, body: { id } };
  const answer = await onceBy({ database, sealer: columns }, caller, once, async (trx) => {
    await familyOf(trx, id);
    for (const message of await lockMissed(trx, id)) {
      if (refusalOf(message) === null) jobs.push(await resendLocked(trx, context, caller, message));
    }
    if (jobs.length === 0) throw nothingMissed();
    return { sent: jobs.length };
  });
  for (const job of jobs) enqueueSend(context, job);
  return answer;
}
