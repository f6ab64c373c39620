import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';
import { HASH_DISTANCE } from './like-prints.ts';
import type { Print } from './print-image.ts';

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
export type OldProof = Pick<Tables['files'], 'id' | 'media_type'>;

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
export interface PrintedProof
  extends Pick<Tables['files'], 'id' | 'attached_to' | 'record_id' | 'attached_at'> {
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
export type OtherProof = Pick<Tables['files'], 'id' | 'attached_at'>;

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
