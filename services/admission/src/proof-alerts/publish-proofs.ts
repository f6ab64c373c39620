import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { alertedProofsAfter, type ChangedProof } from './proof-alerts.repository.ts';

/** Publishes what is known of invoices' proofs; a fee's is known here. */
export async function publishProofs(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Db,
  proofs: readonly ChangedProof[],
): Promise<void> {
  const events = proofs
    .filter(({ attached_to }) => attached_to === 'invoice_payment')
    .map(({ file_id, status, version }) => ({ file_id, status, version }));
  if (events.length > 0) await outbox.publishMany(trx, 'proof.alerted', events);
}

const REPLAY_BATCH = 200;

/** Publishes the status of every invoice's proof again, in batches that each commit. Returns their number. */
export async function replayProofAlerts(
  { database, outbox }: Pick<Context, 'database' | 'outbox'>,
  batch = REPLAY_BATCH,
): Promise<number> {
  let published = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const proofs = await database.transaction(async (trx) => {
      const next = await alertedProofsAfter(trx, after, batch);
      await publishProofs({ outbox }, trx, next);
      return next;
    });
    published += proofs.length;
    after = proofs.at(-1)?.file_id ?? after;
    if (proofs.length < batch) return published;
  }
}
