import { ERASING_SERVICES, type ErasingService, mayMoveErasure } from '@gerbang/domain/erasure-requests';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { lockErasure, recordErased, writeErasure } from './erasure-requests.repository.ts';

/** Records that a service has erased the family's data; the last one closes the case, once. */
export async function recordErasure(
  context: Pick<Context, 'now'>,
  trx: Db,
  { request_id, service }: { readonly request_id: string; readonly service: ErasingService },
): Promise<void> {
  const present = await lockErasure(trx, request_id);
  if (!present) throw new Error('A report about a case that is not here');
  const missing = await recordErased(trx, request_id, service);
  if (missing.length > 0 || !mayMoveErasure(present.status, 'done', 'system')) return;
  await writeErasure(trx, present, 'done', 'system', { done_at: context.now() });
  await audit(trx, {
    action: 'erasure.done',
    actor: null,
    subject: request_id,
    details: { reported: ERASING_SERVICES },
  });
}
