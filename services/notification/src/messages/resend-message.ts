import { resendMessage as call, type MessageRow } from '@gerbang/contracts/messages';
import { RESEND_REFUSAL_TEXTS } from '@gerbang/domain/messages';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { onceBy } from '@gerbang/service-kit/http/idempotency';
import { conflict } from '@gerbang/service-kit/http/problems';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import { actorOf } from '../accounts/accounts.repository.ts';
import { isAccountRecipient } from '../accounts/recipient-key.ts';
import { addSendJob, type SendJob } from '../delivery/send-job.ts';
import type { Context } from '../context.ts';
import { resetForSending } from '../delivery/message-status.repository.ts';
import { refusalOf, toMessageRow } from './message.view.ts';
import { lockMessage, type MessageRecord, messageRecord } from './messages.repository.ts';
import { toPresentNumber } from './present-number.ts';
import { RESENT } from './read-message.ts';

/**
 * Resends a failed message. It is locked and checked in the transaction, so that of two concurrent resends one is
 * refused. The job is added after the commit; if the queue fails, the sweeper adds it.
 */
export async function resendMessage(context: Context, caller: Caller, id: string): Promise<MessageRow> {
  const { database, columns } = context;
  let job: SendJob | null = null;
  const once = { route: call.id, body: { id } };
  const answer = await onceBy({ database, sealer: columns }, caller, once, async (trx) => {
    const present = await lockMessage(trx, id);
    await refuseStale(trx, {
      header: caller.ifMatch,
      record: present,
      actions: [RESENT],
      current: () => toMessageRow(columns, present),
    });
    const refusal = refusalOf(present);
    if (refusal) throw conflict(refusal, RESEND_REFUSAL_TEXTS[refusal]);
    job = await resendLocked(trx, context, caller, present);
    return toMessageRow(columns, await messageRecord(trx, id));
  });
  if (job) enqueueSend(context, job);
  return answer;
}

/**
 * Resets a locked message that can be sent again, for its account's present number, and notes who did it. 409 where the account
 * has none and the portal sends no letters: it would wait for ever, and its family would leave the list of those to be called.
 */
export async function resendLocked(
  trx: Db,
  context: Pick<Context, 'columns' | 'columnKeys' | 'letters'>,
  caller: Caller,
  present: MessageRecord,
): Promise<SendJob> {
  const { id, kind, reason, error_code } = present;
  const hasNumber = !isAccountRecipient(await toPresentNumber(trx, context, present));
  if (!hasNumber && context.letters === null) {
    throw conflict(
      'no_login_phone',
      'Akun ini belum memiliki nomor WhatsApp. Pesannya tetap dapat dibaca di kotak masuk portal.',
    );
  }
  const job = await resetForSending(trx, id, hasNumber);
  await audit(trx, {
    action: RESENT,
    actor: await actorOf(trx, caller),
    subject: id,
    details: { kind, reason, error_code },
    origin: caller.origin,
  });
  return job;
}

/** Adds the job of a message after the commit. */
export function enqueueSend({ bus, log }: Context, job: SendJob): void {
  addSendJob(bus, job).catch((error: unknown) =>
    log.warn({ err: error, notification: job.id }, 'the sweeper will ring for this message'),
  );
}
