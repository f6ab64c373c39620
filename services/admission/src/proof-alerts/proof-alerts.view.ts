import { fileLink } from '@gerbang/contracts/files';
import type { listProofAlerts, ProofAlert, SameProof } from '@gerbang/contracts/proof-alerts';
import { holdsProof } from '@gerbang/domain/proof-alerts';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import { type NamedProof, namedProofs } from './named-proofs.repository.ts';
import { type AlertRecord, alerts, alertsOf, statusOfProof } from './proof-alerts.repository.ts';

const moment = (at: Date | null) => (at === null ? null : new Date(at).toISOString());

function toProof(proof: NamedProof): ProofAlert['proof'] {
  const { id, name, attached_to, record_id, attached_at, father_name, mother_name, account_name } = proof;
  if (record_id === null || attached_at === null) throw new Error('an alert about a file of no record');
  const parents = [father_name, mother_name].filter(Boolean).join(' & ');
  return {
    kind: attached_to === 'invoice_payment' ? 'invoice_payment' : 'registration_payment',
    record_id,
    number: proof.number,
    child_name: proof.child_name,
    family: parents || account_name,
    proof_url: fileLink(id),
    proof_filename: name,
    sent_at: new Date(attached_at).toISOString(),
  };
}

/** An alert without its proofs. */
function toDecision(record: AlertRecord, proof: NamedProof, other: NamedProof) {
  const { id, version, kind, score, status, note, decided_by_name: name, decided_by_role: role } = record;
  return {
    id,
    version,
    kind,
    score,
    status,
    note,
    same_family: proof.family_user_id !== null && proof.family_user_id === other.family_user_id,
    decided_by: role === null ? null : { name, role },
    decided_at: moment(record.decided_at),
  };
}

/** Alerts with the names of both proofs; the files of an alert are there as long as it is. */
export async function toAlerts(db: Db, records: readonly AlertRecord[]): Promise<ProofAlert[]> {
  const ids = records.flatMap(({ file_id, other_file_id }) => [file_id, other_file_id]);
  const named = await namedProofs(db, ids);
  return records.flatMap((record) => {
    const [proof, other] = [named.get(record.file_id), named.get(record.other_file_id)];
    if (!proof || !other) return [];
    return {
      ...toDecision(record, proof, other),
      proof: toProof(proof),
      other: toProof(other),
      created_at: new Date(record.created_at).toISOString(),
    };
  });
}

type Query = z.output<(typeof listProofAlerts)['query']>;

/** Alerts by their status, the newest first. */
export function alertList(db: Db, query: Query): List<AlertRecord, ProofAlert> {
  return {
    table: 'proof_alerts',
    keys: { created_at: 'proof_alerts.created_at' },
    defaultSort: '-created_at',
    rows: () => alerts(db, query),
    toItems: (records) => toAlerts(db, records),
  };
}

/** The proofs that this one is like, the newest alert first, and whether its payment is not verified for that. */
export async function sameProofs(
  db: Db,
  fileId: string,
): Promise<{ proof_alert: boolean; same: SameProof[] }> {
  const records = await alertsOf(db, fileId);
  if (records.length === 0) return { proof_alert: holdsProof(await statusOfProof(db, fileId)), same: [] };
  const same = (await toAlerts(db, records)).map(({ proof, other, created_at: _at, ...alert }) => {
    const later = proof.proof_url === fileLink(fileId);
    const [own, beside] = later ? [proof, other] : [other, proof];
    return { ...beside, own, alert: { ...alert, later } };
  });
  return { proof_alert: holdsProof(await statusOfProof(db, fileId)), same };
}
