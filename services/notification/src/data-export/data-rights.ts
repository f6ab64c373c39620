import type { EventPayload } from '@gerbang/contracts/events';
import { reportErasure } from '@gerbang/service-kit/data/erasure';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Outbox } from '@gerbang/service-kit/events/outbox';

/**
 * Deletes what was sent to a family whose data are erased. What is still on its way (the word that it was approved) is sent
 * first and ends with the texts of all messages.
 */
export async function letGo(
  outbox: Pick<Outbox, 'publish'>,
  trx: Db,
  erased: EventPayload<'data.erased'>,
): Promise<void> {
  if (erased.user_id !== null) {
    const account = await trx('accounts')
      .where({ id: erased.user_id })
      .first<{ recipient_key: string | null } | undefined>('recipient_key');
    await trx('notifications')
      .whereNotIn('status', ['pending', 'retry'])
      .andWhere((own) => {
        void own.where({ recipient_id: erased.user_id });
        if (account?.recipient_key) {
          void own.orWhere(
            (same) => void same.where({ recipient_key: account.recipient_key }).whereNull('recipient_id'),
          );
        }
      })
      .delete();
  }
  await reportErasure(outbox, trx, erased, 'notification');
}
