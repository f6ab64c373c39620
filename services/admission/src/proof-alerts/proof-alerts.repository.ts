import { holdsBankMoney, PROOF_ALERT_MACHINE, type ProofAlertStatus } from '@gerbang/domain/proof-alerts';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { containing, nameKey, searchKey } from '@gerbang/service-kit/data/text-search';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';

/** A row of `proof_alerts`. */
export type AlertRecord = Tables['proof_alerts'];

export type NewAlert = Pick<AlertRecord, 'file_id' | 'other_file_id' | 'kind' | 'score'>;

/** Raises alerts; a pair that has one keeps it. */
export async function insertAlerts(trx: Db, alerts: readonly NewAlert[]): Promise<void> {
  if (alerts.length === 0) return;
  assertEdge(PROOF_ALERT_MACHINE, null, { action: 'raise', by: 'portal' });
  await trx('proof_alerts')
    .insert(alerts.map((alert) => ({ ...alert, id: uuidv7() })))
    .onConflict(trx.raw('(least(file_id, other_file_id), greatest(file_id, other_file_id))'))
    .ignore();
}

/** A proof whose status is another one now. */
export interface ChangedProof {
  readonly file_id: string;
  readonly attached_to: Tables['files']['attached_to'];
  readonly status: ProofAlertStatus;
  readonly version: number;
}

/**
 * Keeps what is known of these proofs as it is until the transaction ends, so that no alert is committed between the look at
 * it and the verification; a proof without a print has a row of its file, too. Always in the order of their ids.
 */
export async function keepProofs(trx: Db, fileIds: readonly string[]): Promise<void> {
  await trx('files').whereIn('id', fileIds).orderBy('id').forShare().select('id');
}

/**
 * Writes what is known of these proofs from their alerts: an open one counts for both, a confirmed one and one
 * that was left to the bank for the later proof. Waits for verifications that have looked at them (`keepProofs`).
 * Returns those whose status has changed.
 */
export async function settleProofs(trx: Db, fileIds: readonly string[]): Promise<ChangedProof[]> {
  await trx('files').whereIn('id', fileIds).orderBy('id').forNoKeyUpdate().select('id');
  const { rows } = await trx.raw(
    `update file_prints p set alert_status = s.status, alert_version = p.alert_version + 1
     from (
       select f.id, f.attached_to, case
         when bool_or(a.status = 'open') then 'open'
         when bool_or(a.status = 'confirmed' and a.file_id = f.id) then 'confirmed'
         when bool_or(a.status = 'paid_by_bank' and a.file_id = f.id) then 'paid_by_bank'
         else 'dismissed' end as status
       from files f join proof_alerts a on f.id in (a.file_id, a.other_file_id)
       where f.id = any(?) group by f.id
     ) s
     where p.file_id = s.id and p.alert_status is distinct from s.status
     returning p.file_id, s.attached_to, p.alert_status as status, p.alert_version as version`,
    [[...fileIds]],
  );
  return rows as ChangedProof[];
}

/**
 * Ends the alerts of files that are about to be deleted. A proof that only they held open is free again; one that was
 * found to be used again stays closed. Returns the others' proofs whose status has changed.
 */
export async function endAlerts(trx: Db, fileIds: readonly string[]): Promise<ChangedProof[]> {
  const gone = await trx('proof_alerts')
    .where((own) => void own.whereIn('file_id', fileIds).orWhereIn('other_file_id', fileIds))
    .delete(['file_id', 'other_file_id']);
  const others = (gone as NewAlert[])
    .flatMap(({ file_id, other_file_id }) => [file_id, other_file_id])
    .filter((id) => !fileIds.includes(id));
  if (others.length === 0) return [];
  const { rows } = await trx.raw(
    `update file_prints p set alert_status = 'dismissed', alert_version = p.alert_version + 1
     from files f
     where f.id = p.file_id and p.file_id = any(?) and p.alert_status = 'open' and not exists (
       select from proof_alerts a where p.file_id in (a.file_id, a.other_file_id) and a.status = 'open')
     returning p.file_id, f.attached_to, p.alert_status as status, p.alert_version as version`,
    [others],
  );
  return rows as ChangedProof[];
}

/** What is known of a proof's likeness to others; null = it was never like another one. */
export async function statusOfProof(db: Db, fileId: string): Promise<ProofAlertStatus | null> {
  const row = await db('file_prints')
    .where({ file_id: fileId })
    .first<Pick<Tables['file_prints'], 'alert_status'> | undefined>('alert_status');
  return row?.alert_status ?? null;
}

/** Those of these proofs that no money may verify until their likeness is decided, or at all. */
export async function unverifiable(db: Db, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db('file_prints')
    .whereIn('file_id', fileIds)
    .whereNotNull('alert_status')
    .select<Pick<Tables['file_prints'], 'file_id' | 'alert_status'>[]>('file_id', 'alert_status');
  return new Set(rows.filter((row) => holdsBankMoney(row.alert_status)).map((row) => row.file_id));
}

/** The next proofs with a status after this file, in the order of their ids, for their copies. */
export async function alertedProofsAfter(trx: Db, fileId: string, limit: number): Promise<ChangedProof[]> {
  const { rows } = await trx.raw(
    `select p.file_id, f.attached_to, p.alert_status as status, p.alert_version as version
     from file_prints p join files f on f.id = p.file_id
     where p.alert_version > 0 and f.attached_to is not null and p.file_id > ? order by p.file_id limit ?`,
    [fileId, limit],
  );
  return rows as ChangedProof[];
}

/** An alert, locked for a decision; undefined where there is none. */
export async function lockAlert(trx: Db, id: string): Promise<AlertRecord | undefined> {
  return trx('proof_alerts').where({ id }).forUpdate().first<AlertRecord | undefined>();
}

/** Writes a decision about a locked alert; its edge has been checked. */
export async function writeDecision(
  trx: Db,
  present: AlertRecord,
  decision: {
    readonly status: ProofAlertStatus;
    readonly note: string;
    readonly actor: Actor;
    readonly at: Date;
  },
): Promise<AlertRecord> {
  const { status, note, actor, at } = decision;
  assertEdge(PROOF_ALERT_MACHINE, present.status, { to: status, by: 'finance' });
  const [record] = await trx('proof_alerts')
    .where({ id: present.id, status: present.status, version: present.version })
    .update({
      status,
      note,
      decided_by_id: actor.id,
      decided_by_name: actor.name,
      decided_by_role: actor.role,
      decided_at: at,
      version: present.version + 1,
    })
    .returning<AlertRecord[]>('*');
  if (!record) throw new Error('an alert changed under its lock');
  return record;
}

const NAMED = `exists (
  select from files f
  left join registrations r on r.id = coalesce(f.invoice_registration_id, f.record_id)
  left join children c on c.id = r.child_id
  where f.id in (proof_alerts.file_id, proof_alerts.other_file_id)
    and (${searchKey('c.full_name')} like lower(:key) or r.registration_number ilike :pattern or f.invoice_number ilike :pattern))`;

const OF_YEAR = `exists (
  select from files f join registrations r on r.id = coalesce(f.invoice_registration_id, f.record_id)
  where f.id in (proof_alerts.file_id, proof_alerts.other_file_id) and r.academic_year = ?)`;

/** Alerts, without order; `search` finds child and number of either proof. */
export function alerts(
  db: Db,
  {
    status,
    academic_year,
    search,
  }: {
    readonly status?: ProofAlertStatus | undefined;
    readonly academic_year?: string | undefined;
    readonly search?: string | undefined;
  },
) {
  const rows = db('proof_alerts').select('proof_alerts.*');
  if (status !== undefined) void rows.where('proof_alerts.status', status);
  if (academic_year !== undefined) void rows.whereRaw(OF_YEAR, [academic_year]);
  const [pattern, key] = [containing(search), nameKey(search)];
  return pattern === null || key === null ? rows : rows.whereRaw(NAMED, { pattern, key });
}

/** How many alerts wait for a decision. */
export async function countOpenAlerts(db: Db): Promise<number> {
  const [row] = await db('proof_alerts').where({ status: 'open' }).count<{ n: number }[]>('* as n');
  return row?.n ?? 0;
}

/** The alerts of a proof, the newest first. */
export async function alertsOf(db: Db, fileId: string): Promise<AlertRecord[]> {
  return db('proof_alerts')
    .where((own) => void own.where({ file_id: fileId }).orWhere({ other_file_id: fileId }))
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
}
