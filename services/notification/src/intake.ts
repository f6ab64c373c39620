import { keptText, messageRequestedSchema, templateValues } from '@gerbang/contracts/messages';
import type { BusJob } from '@gerbang/service-kit/bus';
import type { Database } from '@gerbang/service-kit/database';
import type { Logger } from '@gerbang/service-kit/logger';
import { eventPlace } from '@gerbang/service-kit/outbox';
import type { KeyRing, Sealer } from '@gerbang/service-kit/sealing';
import { insertMessage } from './repository.ts';

/** Writes the row of a requested message, once per event and once per dedupe key; the row's id is the event's. */
export function createIntake(options: {
  database: Database;
  bus: Sealer;
  columns: Sealer;
  columnKeys: KeyRing;
  publicOrigin: string;
  logger: Logger;
}) {
  return async (job: BusJob): Promise<void> => {
    const request = messageRequestedSchema.parse(options.bus.open(job.sealed, eventPlace(job.type, job.id)));
    const { to, kind } = request;
    // Asked for an unknown account: written at the asker only so that both cases take the same time.
    if (to === null) return;
    let values: string[] | null = null;
    let reason: string | null = null;
    try {
      values = templateValues(kind, { link: `${options.publicOrigin}/forgot-password`, ...request.params });
    } catch (error) {
      reason = 'params';
      options.logger.error({ alarm: 'message without its parameters', err: error, kind }, 'message alarm');
    }
    await options.database.transaction(async (trx) => {
      const fresh = await trx('processed_events')
        .insert({ id: job.id, type: job.type })
        .onConflict('id')
        .ignore()
        .returning('id');
      if (fresh.length === 0) return;
      await insertMessage(trx, options.columns, options.columnKeys, {
        id: job.id,
        request,
        to,
        values,
        message: values && keptText(kind, values),
        reason,
      });
    });
  };
}
