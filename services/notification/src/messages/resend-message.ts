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
import { addSendJob, type Bell } from '../delivery/send-job.ts';
import type { BoardContext } from './context.ts';
import { lockMessage, messageRecord, refusalOf, toMessageRow } from './message-row.ts';
import { RESENT } from './message-view.ts';

/**
 * Back to the start with a new attempt. Reports about the attempts before are of the sending that failed; but where
 * nobody knew its outcome, a late report of its acceptance is news: the message is on its way, and is not sent again.
 */
async function beginAgain(trx: Db, id: string): Promise<Bell> {
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
 * Sends a failed message again: locked and judged in the transaction, so that of two at once one is told that it is on
 * its way (authorization, "Rows to come"; Precisions, Repeating and racing). The bell rings after the commit; one that
 * cannot be rung is left to the sweeper.
 */
export async function resendMessage(context: BoardContext, caller: Caller, id: string): Promise<MessageRow> {
  const { database, columns } = context;
  let bell: Bell | null = null;
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
    bell = await beginAgain(trx, id);
    await audit(trx, {
      action: RESENT,
      actor: await actorOf(trx, caller),
      subject: id,
      details: { kind: present.kind, reason: present.reason, error_code: present.error_code },
      origin: caller.origin,
    });
    return toMessageRow(columns, await messageRecord(trx, id));
  });
  if (bell) ring(context, bell);
  return answer;
}

function ring({ bus, log }: BoardContext, bell: Bell): void {
  addSendJob(bus, bell).catch((error: unknown) =>
    log.warn({ err: error, notification: bell.id }, 'the sweeper will ring for this message'),
  );
}
