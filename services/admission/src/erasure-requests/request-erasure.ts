import type { ErasureRequest } from '@gerbang/contracts/erasure-requests';
import { erasureDueAt } from '@gerbang/domain/erasure-requests';
import { momentText } from '@gerbang/domain/date-text';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import { accountOf } from '@gerbang/service-kit/events/accounts';
import type { Db } from '@gerbang/service-kit/data/database';
import { publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import type { Context } from '../context.ts';
import { insertErasure, type ErasureRecord } from './erasure-requests.repository.ts';
import { toErasure } from './erasure-requests.view.ts';

const linkOf = (context: Context) => new URL('/privacy', context.config.PUBLIC_ORIGIN).href;

/**
 * Notifies the family of its request: that it has arrived and by when it is decided, that its data is erased (to be called
 * before its phone number is gone), or that it is refused; why stands on its page.
 */
export async function notifyErasure(
  context: Context,
  trx: Db,
  caller: Caller,
  { id, user_id, due_at }: ErasureRecord,
  step: 'received' | 'approved' | 'refused',
): Promise<void> {
  const link = linkOf(context);
  const name = step === 'approved' ? (await accountOf(trx, user_id))?.name : null;
  const params: Record<typeof step, Readonly<Record<string, string>>> = {
    received: { due: momentText(new Date(due_at)), link },
    approved: name ? { name } : {},
    refused: { link },
  };
  await publishAccountMessage(context, trx, user_id, {
    kind: `erasure_${step}`,
    dedupeKey: `erasure:${id}:${step}`,
    params: params[step],
    requestId: caller.origin.requestId,
  });
}

/** Opens a case and starts its clock; 409 while the account has an open one. */
export async function requestErasure(
  context: Context,
  caller: Caller,
  note: string | null,
): Promise<ErasureRequest> {
  const received = context.now();
  const due = erasureDueAt(received);
  return context.database.transaction(async (trx) => {
    const record = await insertErasure(trx, { userId: caller.id, note, received, due });
    if (!record) throw conflict('erasure_open', 'Permintaan penghapusan Anda sedang diproses.');
    await audit(trx, {
      action: 'erasure.requested',
      actor: await actorOf(trx, caller),
      subject: record.id,
      origin: caller.origin,
    });
    await notifyErasure(context, trx, caller, record, 'received');
    return toErasure(record, received);
  });
}
