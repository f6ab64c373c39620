import type { EventPayload } from '@gerbang/contracts/events';
import type { ErasingService } from '@gerbang/domain/erasure-requests';
import type { Db } from './database.ts';
import type { Outbox } from '../events/outbox.ts';

/** Replaces the account id in records of an erased account; also the subject of audit events without one. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';
/** Replaces an erased name. */
export const ERASED_NAME = 'Data dihapus';

/** Reports that this service has erased the data of a request, in the erasing transaction. */
export async function reportErasure(
  outbox: Pick<Outbox, 'publish'>,
  trx: Db,
  { request_id }: Pick<EventPayload<'data.erased'>, 'request_id'>,
  service: ErasingService,
): Promise<void> {
  if (request_id !== null) await outbox.publish(trx, 'erasure.reported', { request_id, service });
}
