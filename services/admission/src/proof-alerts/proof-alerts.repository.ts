import { PROOF_ALERT_MACHINE, type ProofAlertStatus } from '@gerbang/domain/proof-alerts';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { containing, nameKey, searchKey } from '@gerbang/service-kit/data/text-search';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import { HASH_DISTANCE } from './like-prints.ts';
import type { Print } from './print-image.ts';

/** A row of `proof_alerts`. */
export type AlertRecord = Tables['proof_alerts'];
type FileRecord = Tables['files'];

/** The kinds of records whose files are proofs of payments. */
export const PROOF_TARGETS = ['registration_payment', 'invoice_payment'] as const;

/** Lets one proof at a time find the others, so that of two that come together one finds the other. */
export async function lockPrints(trx: Db): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('file_prints', 0))`);
}

/** Keeps a file's print; the first one stays, but for one from before details, which this one takes the place of. */
export async function insertPrint(
  trx: Db,
  fileId: string,
  { sha256, print }: { readonly sha256: Buffer | null; readonly print: Print | null },
): Promise<void> {
  await trx.raw(
    `insert into file_prints (file_id, sha256, dhash, thumb, detail) values (?, ?, ?, ?, ?)
     on conflict (file_id) do update set dhash = excluded.dhash, thumb = excluded.thumb, detail = excluded.detail
     where file_prints.thumb is not null and file_prints.detail is null`,
    [fileId, sha256, print?.dhash ?? null, print?.thumb ?? null, print?.detail ?? null],
  );
}

/** A proof from before prints, or from before their details. */
export type OldProof = Pick<FileRecord, 'id' | 'media_type'>;

/** Attached proofs without a print or its detail, the newest first. */
export async function unprintedProofs(db: Db, limit: number): Promise<OldProof[]> {
  return db('files')
    .whereIn('attached_to', PROOF_TARGETS)
    .whereNotExists(
      db('file_prints').whereRaw('file_prints.file_id = files.id and (thumb is null or detail is not null)'),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .select<OldProof[]>('id', 'media_type');
}

/** An attached proof that others are compared with. */
export interface PrintedProof extends Pick<FileRecord, 'id' | 'attached_to' | 'record_id' | 'attached_at'> {
  /** 64 times 0 or 1; null with the thumb. */
  readonly dhash: string | null;
  readonly thumb: Buffer | null;
  readonly detail: Buffer | null;
}

const PROOFS = `file_prints p join files f on f.id = p.file_id
  where f.attached_at is not null and f.attached_to in ('registration_payment', 'invoice_payment')`;

/** The print of an attached proof; undefined for another file, and for one without a print. */
export async function printedProof(trx: Db, fileId: string): Promise<PrintedProof | undefined> {
  const { rows } = await trx.raw(
    `select f.id, f.attached_to, f.record_id, f.attached_at, p.dhash, p.thumb, p.detail from ${PROOFS} and f.id = ?`,
    [fileId],
  );
  return (rows as PrintedProof[])[0];
}

/** The records that file `f` stands with; a slip of several fees with each of them. */
const RECORDS = `(select array_agg(s.registration_id) || f.record_id from slip_fees s where s.file_id = f.id)`;

/**
 * Whether `f` is a proof of other records: of two proofs, the later one is of no other where the earlier one was sent for all
 * of its records, because a family sends a slip again after a rejection.
 */
const OF_OTHERS = `not case when (f.attached_at, f.id) > (:at::timestamptz, :id::uuid)
  then ${RECORDS} <@ :records::uuid[] else :records::uuid[] <@ ${RECORDS} end`;

async function othersOf(trx: Db, { id }: PrintedProof) {
  const { rows } = await trx.raw(
    `select ${RECORDS} as records, f.attached_at::text as at from files f where f.id = ?`,
    [id],
  );
  const [own] = rows as { records: string[]; at: string }[];
  return { id, at: own?.at ?? null, records: own?.records ?? [] };
}

/** A proof of another record. */
export type OtherProof = Pick<FileRecord, 'id' | 'attached_at'>;

/** The proofs of other records that are the same file, the newest first. */
export async function sameFiles(trx: Db, proof: PrintedProof, limit: number): Promise<OtherProof[]> {
  const { rows } = await trx.raw(
    `select f.id, f.attached_at from ${PROOFS} and f.id <> :id and ${OF_OTHERS}
       and p.sha256 = (select sha256 from file_prints where file_id = :id)
     order by f.attached_at desc, f.id desc limit :limit`,
    { ...(await othersOf(trx, proof)), limit },
  );
  return rows as OtherProof[];
}

/**
 * The files whose hashes are near this one's, the nearest first and of them the newest, at most `limit`. The hash is given,
 * not joined: a join is compared pair by pair, which takes ten times as long.
 */
export async function nearFiles(
  db: Db,
  { id, dhash }: Pick<PrintedProof, 'id' | 'dhash'>,
  limit: number,
): Promise<string[]> {
  if (dhash === null) return [];
  const { rows } = await db.raw(
    `select file_id from file_prints
     where dhash is not null and bit_count(dhash # :dhash::bit(64)) <= ${HASH_DISTANCE} and file_id <> :id
     order by bit_count(dhash # :dhash::bit(64)), file_id desc limit :limit`,
    { id, dhash, limit },
  );
  return (rows as { file_id: string }[]).map(({ file_id }) => file_id);
}

/** Those of these files that are proofs of other records, with their thumbs. */
export async function thumbsOf(
  trx: Db,
  ids: readonly string[],
  proof: PrintedProof,
): Promise<(OtherProof & { readonly thumb: Buffer })[]> {
  const { rows } = await trx.raw(
    `select f.id, f.attached_at, p.thumb from ${PROOFS} and p.file_id = any(:ids) and ${OF_OTHERS}`,
    { ...(await othersOf(trx, proof)), ids: [...ids] },
  );
  return rows as (OtherProof & { thumb: Buffer })[];
}

/** The details of these files' prints; prints from before details have none. */
export async function detailsOf(
  trx: Db,
  fileIds: readonly string[],
): Promise<{ readonly file_id: string; readonly detail: Buffer }[]> {
  return trx('file_prints').whereIn('file_id', fileIds).whereNotNull('detail').select('file_id', 'detail');
}

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
  readonly attached_to: FileRecord['attached_to'];
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

/** Alerts, without order; `search` finds child and number of either proof. */
export function alerts(
  db: Db,
  {
    status,
    search,
  }: { readonly status?: ProofAlertStatus | undefined; readonly search?: string | undefined },
) {
  const rows = db('proof_alerts').select('proof_alerts.*');
  if (status !== undefined) void rows.where('proof_alerts.status', status);
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

/** A proof with what people call its payment. */
export interface NamedProof
  extends Pick<FileRecord, 'id' | 'name' | 'attached_to' | 'record_id' | 'attached_at' | 'family_user_id'> {
  readonly number: string | null;
  readonly child_name: string | null;
  readonly father_name: string | null;
  readonly mother_name: string | null;
  readonly account_name: string | null;
}

/** These proofs with their names, by id. A family whose data are erased has none. */
export async function namedProofs(db: Db, ids: readonly string[]): Promise<Map<string, NamedProof>> {
  const rows = await db('files')
    .leftJoin(
      'registrations',
      'registrations.id',
      db.raw('coalesce(files.invoice_registration_id, files.record_id)'),
    )
    .leftJoin('children', 'children.id', 'registrations.child_id')
    .leftJoin('parents', 'parents.user_id', 'files.family_user_id')
    .leftJoin('accounts', 'accounts.id', 'files.family_user_id')
    .whereIn('files.id', ids)
    .select<NamedProof[]>(
      'files.id',
      'files.name',
      'files.attached_to',
      'files.record_id',
      'files.attached_at',
      'files.family_user_id',
      db.raw(`case when files.attached_to = 'invoice_payment' then files.invoice_number
        else registrations.registration_number end as number`),
      'children.full_name as child_name',
      'parents.father_name',
      'parents.mother_name',
      'accounts.name as account_name',
    );
  return new Map(rows.map((row) => [row.id, row]));
}
