import { setImmediate as turn } from 'node:timers/promises';
import type { ProofAlertStatus } from '@gerbang/domain/proof-alerts';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { DETAILS_ALIKE, levelsOf, likenessOfDetails } from './like-details.ts';
import { CELLS_ALIKE, likenessTo } from './like-prints.ts';
import { insertAlerts, type NewAlert, settleProofs, statusOfProof } from './proof-alerts.repository.ts';
import {
  detailsOf,
  lockPrints,
  nearFiles,
  type OtherProof,
  type PrintedProof,
  printedProof,
  sameFiles,
  thumbsOf,
} from './proof-prints.repository.ts';
import { publishProofs } from './publish-proofs.ts';

/** A proof raises at most so many alerts: the first one holds it already. */
const MOST_ALERTS = 5;
const THUMBS_AT_ONCE = 250;
/** So many prints of near hashes are compared; slips of one bank's app are near to each other, copies are nearest. */
const MOST_COMPARED = 2000;
/** So many of those that are alike are compared in detail, which takes 5 to 15 ms each, the most alike first. */
const MOST_IN_DETAIL = 200;

type LikeProof = OtherProof & { readonly score: number };

/** Compares a proof with those of other records, each once, and in pieces between which other calls have their turn. */
class Comparison {
  readonly #proof: PrintedProof;
  readonly #likeness: (thumb: Uint8Array) => number;
  readonly #detail: Buffer;
  readonly #levels: ReturnType<typeof levelsOf>;
  /** The files that have been compared, with their proofs where they may be copies. */
  readonly #alike = new Map<string, LikeProof | null>();
  readonly #inDetail = new Map<string, number>();

  constructor(proof: PrintedProof, { thumb, detail }: { readonly thumb: Buffer; readonly detail: Buffer }) {
    this.#proof = proof;
    this.#likeness = likenessTo(thumb);
    this.#detail = detail;
    this.#levels = levelsOf(detail);
  }

  /** The committed proofs that look the same by now, as many as raise alerts, the most alike first. */
  async run(trx: Db): Promise<LikeProof[]> {
    const alike = (await this.#coarsely(trx)).toSorted((one, two) => two.score - one.score);
    const copies: LikeProof[] = [];
    for (
      let at = 0;
      at < Math.min(alike.length, MOST_IN_DETAIL) && copies.length < MOST_ALERTS;
      at += MOST_ALERTS
    ) {
      const some = alike.slice(at, at + MOST_ALERTS);
      await this.#compare(trx, some);
      for (const other of some) {
        const score = this.#inDetail.get(other.id) ?? 0;
        if (score >= DETAILS_ALIKE) copies.push({ ...other, score });
      }
    }
    return copies.toSorted((one, two) => two.score - one.score);
  }

  async #coarsely(trx: Db): Promise<LikeProof[]> {
    const near = await nearFiles(trx, this.#proof, MOST_COMPARED);
    // A file that is no proof yet has no entry, and is compared once it is one.
    const fresh = near.filter((id) => !this.#alike.has(id));
    for (let at = 0; at < fresh.length; at += THUMBS_AT_ONCE) {
      const thumbs = await thumbsOf(trx, fresh.slice(at, at + THUMBS_AT_ONCE), this.#proof);
      for (const { thumb, ...other } of thumbs) {
        const score = this.#likeness(thumb);
        this.#alike.set(other.id, score >= CELLS_ALIKE ? { ...other, score } : null);
      }
    }
    return near.flatMap((id) => this.#alike.get(id) ?? []);
  }

  /** Compares in detail what has not been compared yet; a print from before details is compared when it has one. */
  async #compare(trx: Db, others: readonly LikeProof[]): Promise<void> {
    const fresh = others.map(({ id }) => id).filter((id) => !this.#inDetail.has(id));
    for (const { file_id: id, detail } of fresh.length > 0 ? await detailsOf(trx, fresh) : []) {
      if (detail.equals(this.#detail)) this.#inDetail.set(id, 1000);
      else {
        this.#inDetail.set(id, likenessOfDetails(this.#levels, levelsOf(detail)));
        await turn();
      }
    }
  }
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
  const proof = await printedProof(trx, fileId);
  if (!proof) return null;
  const { thumb, detail } = proof;
  const comparison = thumb && detail && new Comparison(proof, { thumb, detail });
  // Comparing takes longest, so it is done before the lock; under it only what has come meanwhile is left.
  await comparison?.run(trx);
  await lockPrints(trx);
  const same = await sameFiles(trx, proof, MOST_ALERTS);
  const known = new Set(same.map(({ id }) => id));
  const like =
    same.length < MOST_ALERTS ? ((await comparison?.run(trx)) ?? []).filter(({ id }) => !known.has(id)) : [];
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
