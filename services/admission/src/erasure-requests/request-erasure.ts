import type { ErasureRequest } from '@gerbang/contracts/admission.types';
import { erasureDueAt } from '@gerbang/domain/erasure-requests';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { notifyErasure } from './erasure-messages.ts';
import { insertErasure } from './erasure-requests.repository.ts';
import { toErasure } from './erasure-requests.view.ts';

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
