import { resendMessage as call } from '@gerbang/contracts/messages';
import type { MessageRow } from '@gerbang/contracts/messages.types';
import { RESEND_REFUSAL_TEXTS } from '@gerbang/domain/messages';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import { withIdempotency } from '@gerbang/service-kit/http/idempotency';
import { conflict } from '@gerbang/service-kit/http/problems';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import { actorOf } from '../accounts/accounts.ts';
import { addSendJob, type SendJob } from '../delivery/send-job.ts';
import type { MessagesContext } from './context.ts';
import { lockMessage, messageRecord, refusalOf, toMessageRow } from './message-row.ts';
import { RESENT } from './message-view.ts';

/**
 * Resets the message with a new attempt. Later reports about earlier attempts are ignored, unless the outcome of the last
 * one was unknown: then a late acceptance means that the message is on its way and is not sent again.
 */
async function resetForSending(trx: Db, id: string): Promise<SendJob> {
  const { rows } = await trx.raw(
    `update notifications set status = 'pending', attempt_state = 'none', attempt = attempt + 1, tries = 0, unknowns = 0,
       resend_floor = case when reason = 'unknown' then resend_floor else attempt end, resent_at = now(),
       reason = null, error_code = null, failed_at = null, sent_at = null, wamid = null,
       next_attempt_at = now(), renumbered_at = now(), lease_until = '-infinity', lease_owner = null
     where id = ? returning id, attempt, priority`,
    [id],
  );
  return rows[0];
}

/**
 * Resends a failed message. It is locked and checked in the transaction, so that of two concurrent resends one is
 * refused. The job is added after the commit; if the queue fails, the sweeper adds it.
 */
export async function resendMessage(
  context: MessagesContext,
  caller: Caller,
  id: string,
): Promise<MessageRow> {
  const { database, columns } = context;
  let job: SendJob | null = null;
  const once = {
    database,
    sealer: columns,
    userId: caller.id,
    route: call.id,
    key: caller.idempotencyKey,
    body: { id },
  };
  const { answer } = await withIdempotency(once, async (trx) => {
    const present = await lockMessage(trx, id);
    await refuseStale(trx, {
      header: caller.ifMatch,
      record: present,
      actions: [RESENT],
      current: () => toMessageRow(columns, present),
    });
    const refusal = refusalOf(present);
    if (refusal) throw conflict(refusal, RESEND_REFUSAL_TEXTS[refusal]);
    job = await resetForSending(trx, id);
    await audit(trx, {
      action: RESENT,
      actor: await actorOf(trx, caller),
      subject: id,
      details: { kind: present.kind, reason: present.reason, error_code: present.error_code },
      origin: caller.origin,
    });
    return toMessageRow(columns, await messageRecord(trx, id));
  });
  if (job) enqueue(context, job);
  return answer;
}

function enqueue({ bus, log }: MessagesContext, job: SendJob): void {
  addSendJob(bus, job).catch((error: unknown) =>
    log.warn({ err: error, notification: job.id }, 'the sweeper will ring for this message'),
  );
}
