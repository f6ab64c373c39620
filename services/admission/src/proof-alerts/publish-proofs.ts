import type { Db } from '@gerbang/service-kit/data/database';
import { replay } from '@gerbang/service-kit/events/replay';
import type { Context } from '../context.ts';
import { alertedProofsAfter, type ChangedProof } from './proof-alerts.repository.ts';

/** Publishes what is known of proofs: billing books money of the bank only where their proofs let it. */
export async function publishProofs(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Db,
  proofs: readonly ChangedProof[],
): Promise<void> {
  const events = proofs.map(({ file_id, status, version }) => ({ file_id, status, version }));
  if (events.length > 0) await outbox.publishMany(trx, 'proof.alerted', events);
}

/** Publishes the status of every proof again. Returns their number. */
export function replayProofAlerts(
  { database, outbox }: Pick<Context, 'database' | 'outbox'>,
  batch?: number,
): Promise<number> {
  return replay(
    database,
    async (trx, after, size) => {
      const proofs = await alertedProofsAfter(trx, after, size);
      await publishProofs({ outbox }, trx, proofs);
      return proofs;
    },
    ({ file_id }) => file_id,
    batch,
  );
}
