import type { EventPayload } from '@gerbang/contracts/events';
import { HELD_PROOFS, holdsProof, type ProofAlertStatus } from '@gerbang/domain/proof-alerts';
import { saveNewer } from '@gerbang/service-kit/data/copies';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { Tables } from '../database.types.ts';

/** Keeps what admission says of a proof, unless something newer is known. */
export async function saveAlertedProof(
  trx: Knex.Transaction,
  { file_id: id, ...said }: EventPayload<'proof.alerted'>,
): Promise<void> {
  await saveNewer(trx, 'alerted_proofs', [{ id, ...said }]);
}

/** SQL: whether the proof of a payment is like another one and not verified for that. */
export const proofAlert = `exists (
  select from alerted_proofs where alerted_proofs.id = enrollment_invoice_payments.payment_evidence_file_id
    and alerted_proofs.status in ('open', 'confirmed'))`;

/** 409 for a proof with this status: `proof_alert_open` until that is decided, then `proof_confirmed_reused`. */
export function refuseHeld(status: ProofAlertStatus | null): void {
  if (!holdsProof(status)) return;
  const { code, message } = HELD_PROOFS[status];
  throw conflict(code, message);
}

/** The same for a proof by its file; one that admission has not spoken of is free. */
export async function refuseHeldProof(db: Db, fileId: string | null): Promise<void> {
  if (fileId === null) return;
  const row = await db('alerted_proofs').where({ id: fileId }).first<Tables['alerted_proofs'] | undefined>();
  refuseHeld(row?.status ?? null);
}
