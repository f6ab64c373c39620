import type { Message } from '@gerbang/contracts/messages.types';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import { actorOf } from '../accounts/accounts.ts';
import type { BoardContext } from './context.ts';
import { lockMessage, messageRecord, phoneOf, toMessageRow } from './message-row.ts';

export const RESENT = 'message.resent';

/** A message with its text; who read it stays in the trail (authorization row W03). */
export async function readMessage(context: BoardContext, caller: Caller, id: string): Promise<Message> {
  return context.database.transaction(async (trx) => {
    const record = await messageRecord(trx, id);
    const more = await trx('notifications')
      .where({ id })
      .first<{ message: string | null; tries: number }>('message', 'tries');
    const resends = await trx('audit_events')
      .where({ subject_id: id, action: RESENT })
      .orderBy('at', 'desc')
      .limit(20)
      .select<{ actor_name: string | null; actor_role: string; at: Date }[]>(
        'actor_name',
        'actor_role',
        'at',
      );
    await audit(trx, {
      action: 'message.read',
      actor: await actorOf(trx, caller),
      subject: id,
      details: { kind: record.kind },
      origin: caller.origin,
    });
    return {
      ...toMessageRow(context.columns, record),
      text: more?.message ?? null,
      tries: more?.tries ?? 0,
      resends: resends.map(({ actor_name: name, actor_role: role, at }) => ({
        by: { name, role },
        at: new Date(at).toISOString(),
      })),
    };
  });
}

/**
 * The way to write to the recipient of a failed message by hand. The link cannot be without the number, so it is made
 * when somebody asks for it, never in a list, and who asked stays in the trail (authorization row W05; reliability G35).
 */
export async function contactLink(
  context: BoardContext,
  caller: Caller,
  id: string,
): Promise<{ url: string }> {
  return context.database.transaction(async (trx) => {
    const record = await lockMessage(trx, id);
    if (record.status !== 'failed') {
      throw conflict('not_failed', 'Tautan WhatsApp hanya untuk pesan yang gagal.');
    }
    await audit(trx, {
      action: 'message.contact_opened',
      actor: await actorOf(trx, caller),
      subject: id,
      details: { kind: record.kind },
      origin: caller.origin,
    });
    return { url: `https://wa.me/${phoneOf(context.columns, record).replace('+', '')}` };
  });
}
