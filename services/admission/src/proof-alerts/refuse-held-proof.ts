import { HELD_PROOFS, holdsProof } from '@gerbang/domain/proof-alerts';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import { keepProofs, statusOfProof } from './proof-alerts.repository.ts';

/**
 * 409 for a proof that is like another one: `proof_alert_open` until that is decided, then `proof_confirmed_reused`. It stays
 * as it is until the transaction ends.
 */
export async function refuseHeldProof(trx: Db, fileId: string): Promise<void> {
  await keepProofs(trx, [fileId]);
  const status = await statusOfProof(trx, fileId);
  if (!holdsProof(status)) return;
  const { code, message } = HELD_PROOFS[status];
  throw conflict(code, message);
}
