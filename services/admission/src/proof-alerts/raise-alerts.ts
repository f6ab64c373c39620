import type { ProofAlertStatus } from '@gerbang/domain/proof-alerts';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { CELLS_ALIKE, likenessTo } from './like-prints.ts';
import {
  insertAlerts,
  lockPrints,
  nearFiles,
  type NewAlert,
  type OtherProof,
  type PrintedProof,
  printedProof,
  sameFiles,
  settleProofs,
  statusOfProof,
  thumbsOf,
} from './proof-alerts.repository.ts';
import { publishProofs } from './publish-proofs.ts';

/** A proof raises at most so many alerts: the first one holds it already. */
const MOST_ALERTS = 5;
const THUMBS_AT_ONCE = 500;

/** The proofs of other records that look the same, the most alike first. */
async function likeFiles(
  trx: Db,
  proof: PrintedProof,
  known: ReadonlySet<string>,
): Promise<(OtherProof & { score: number })[]> {
  if (proof.thumb === null) return [];
  const near = (await nearFiles(trx, proof.id)).filter((id) => !known.has(id));
  const likeness = likenessTo(proof.thumb);
  const found: (OtherProof & { score: number })[] = [];
  for (let at = 0; at < near.length; at += THUMBS_AT_ONCE) {
    const thumbs = await thumbsOf(trx, near.slice(at, at + THUMBS_AT_ONCE), proof);
    for (const { thumb, ...other } of thumbs) {
      const score = likeness(thumb);
      if (score >= CELLS_ALIKE) found.push({ ...other, score });
    }
  }
  return found.toSorted((one, two) => two.score - one.score);
}

const time = ({ attached_at }: Pick<PrintedProof, 'attached_at'>) => attached_at?.getTime() ?? 0;

/** A pair in the order in which the proofs came. */
function pairOf(
  proof: PrintedProof,
  other: OtherProof,
  { kind, score }: Pick<NewAlert, 'kind' | 'score'>,
): NewAlert {
  const isLater = time(proof) > time(other) || (time(proof) === time(other) && proof.id > other.id);
  const [file_id, other_file_id] = isLater ? [proof.id, other.id] : [other.id, proof.id];
  return { file_id, other_file_id, kind, score };
}

/**
 * Compares a proof that has just been attached with those of all other records, in the caller's transaction; the same record
 * is left out, because a family sends a slip again after a rejection. Returns what is known of the proof.
 */
export async function raiseAlerts(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Db,
  fileId: string,
): Promise<ProofAlertStatus | null> {
  await lockPrints(trx);
  const proof = await printedProof(trx, fileId);
  if (!proof) return null;
  const same = await sameFiles(trx, proof, MOST_ALERTS);
  const like = await likeFiles(trx, proof, new Set(same.map(({ id }) => id)));
  const alerts = [
    ...same.map((other) => pairOf(proof, other, { kind: 'same_file', score: 1000 })),
    ...like.map((other) => pairOf(proof, other, { kind: 'looks_same', score: other.score })),
  ].slice(0, MOST_ALERTS);
  if (alerts.length === 0) return null;
  await insertAlerts(trx, alerts);
  const touched = new Set(alerts.flatMap(({ file_id, other_file_id }) => [file_id, other_file_id]));
  await publishProofs({ outbox }, trx, await settleProofs(trx, [...touched]));
  return statusOfProof(trx, fileId);
}
