import type { Message } from '@gerbang/contracts/messages';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import { actorOf } from '../accounts/accounts.repository.ts';
import type { Context } from '../context.ts';
import { isAccountRecipient } from '../accounts/recipient-key.ts';
import { recipientOf, toMessageRow } from './message.view.ts';
import { lockMessage, messageRecord, textOf, trailOf } from './messages.repository.ts';

export const RESENT = 'message.resent';

/** A message with its text; the read is audited. */
export async function readMessage(context: Context, caller: Caller, id: string): Promise<Message> {
  return context.database.transaction(async (trx) => {
    const record = await messageRecord(trx, id);
    const more = await textOf(trx, id);
    const resends = await trailOf(trx, id, RESENT);
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
 * A link for writing to the recipient of a failed message by hand: of WhatsApp, or of a letter its address. It contains
 * the number, so it is only made on request, never in a list, and the request is audited.
 */
export async function contactLink(context: Context, caller: Caller, id: string): Promise<{ url: string }> {
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
    const to = recipientOf(context.columns, record);
    if (isAccountRecipient(to)) throw conflict('no_login_phone', 'Akun ini belum memiliki nomor WhatsApp.');
    return {
      url: to.includes('@') ? `mailto:${encodeURIComponent(to)}` : `https://wa.me/${to.replace('+', '')}`,
    };
  });
}
