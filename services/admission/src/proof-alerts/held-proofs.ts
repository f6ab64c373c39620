import { HELD_PROOFS, holdsProof } from '@gerbang/domain/proof-alerts';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Tables } from '../database.types.ts';
import type { Move } from '../registration-record/moves.ts';
import { keepProofs, statusOfProof } from './proof-alerts.repository.ts';

/**
 * 409 for staff's verification by a proof that is like another one: `proof_alert_open` until that is decided, then
 * `proof_confirmed_reused`. It stays as it is until the transaction ends.
 */
export async function refuseHeldProof(_context: unknown, trx: Db, move: Move): Promise<void> {
  if (move.kind !== 'payment' || move.to !== 'verified' || move.by !== 'verification') return;
  if (move.fileId === null) return;
  await keepProofs(trx, [move.fileId]);
  const status = await statusOfProof(trx, move.fileId);
  if (!holdsProof(status)) return;
  const { code, message } = HELD_PROOFS[status];
  throw conflict(code, message);
}

/** Shows staff whether the proof of a fee is held. */
export async function showHeldProof(
  _context: unknown,
  db: Db,
  { payment_evidence_file_id: fileId }: Pick<Tables['registrations'], 'payment_evidence_file_id'>,
): Promise<{ readonly proof_alert: boolean }> {
  return { proof_alert: fileId !== null && holdsProof(await statusOfProof(db, fileId)) };
}
