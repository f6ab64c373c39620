import type { EventPayload } from '@gerbang/contracts/events';
import type { ErasingService } from '@gerbang/domain/erasure-requests';
import type { Db } from './database.ts';
import type { Outbox } from '../events/outbox.ts';

/** The account that stands where nobody's does any more. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';
/** What stands where a name was. */
export const ERASED_NAME = 'Data dihapus';

/** Tells the owner of the case that this service has let go of the family's data, in the transaction in which it did. */
export async function reportErasure(
  outbox: Pick<Outbox, 'publish'>,
  trx: Db,
  { request_id }: Pick<EventPayload<'data.erased'>, 'request_id'>,
  service: ErasingService,
): Promise<void> {
  if (request_id !== null) await outbox.publish(trx, 'erasure.reported', { request_id, service });
}
