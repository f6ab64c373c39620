import type { Db } from '@gerbang/service-kit/data/database';
import { replayOf } from '@gerbang/service-kit/events/replay';
import type { Context } from '../context.ts';
import { alertedProofsAfter, type ChangedProof, endAlerts } from './proof-alerts.repository.ts';
import { lockPrints } from './proof-prints.repository.ts';

/** Publishes what is known of proofs: billing books money of the bank only where their proofs let it. */
export async function publishProofs(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Db,
  proofs: readonly ChangedProof[],
): Promise<void> {
  const events = proofs.map(({ file_id, status, version }) => ({ file_id, status, version }));
  if (events.length > 0) await outbox.publishMany(trx, 'proof.alerted', events);
}

/** Ends the alerts of files that are about to be deleted; proofs that were held only by theirs are free again. */
export async function endProofs(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  fileIds: readonly string[],
): Promise<void> {
  await lockPrints(trx);
  await publishProofs(context, trx, await endAlerts(trx, fileIds));
}

/** Publishes the status of every proof again. Returns their number. */
export const replayProofAlerts = replayOf(
  async (context, trx, after, size) => {
    const proofs = await alertedProofsAfter(trx, after, size);
    await publishProofs(context, trx, proofs);
    return proofs;
  },
  ({ file_id }) => file_id,
);
