import type { EventPayload } from '@gerbang/contracts/events';
import { HELD_PROOFS, holdsBankMoney, holdsProof, type ProofAlertStatus } from '@gerbang/domain/proof-alerts';
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

/** 409 for a proof with this status: `proof_alert_open` until that is decided, then `proof_confirmed_reused`. */
export function refuseHeld(status: ProofAlertStatus | null): void {
  if (!holdsProof(status)) return;
  const { code, message } = HELD_PROOFS[status];
  throw conflict(code, message);
}

/** What admission has said of a proof; one that it has not spoken of is free. */
async function statusOf(db: Db, fileId: string | null): Promise<ProofAlertStatus | null> {
  if (fileId === null) return null;
  const row = await db('alerted_proofs').where({ id: fileId }).first<Tables['alerted_proofs'] | undefined>();
  return row?.status ?? null;
}

/** Refuses a proof that admission holds, by its file. */
export const refuseHeldProof = async (db: Db, fileId: string | null): Promise<void> =>
  refuseHeld(await statusOf(db, fileId));

/** Refuses a held proof where money of the bank pays: a proof that was left to the bank does not hold it. */
export async function refuseHeldFromBank(db: Db, fileId: string | null): Promise<void> {
  const status = await statusOf(db, fileId);
  if (holdsBankMoney(status)) refuseHeld(status);
}
