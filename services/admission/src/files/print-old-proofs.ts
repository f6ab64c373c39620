import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FileType, typeOfMedia } from '@gerbang/domain/file-types';
import { inJakarta } from '@gerbang/domain/jakarta-time';
import type { Context } from '../context.ts';
import type { FileChecker, PrintResult } from './file-checker.ts';
import { insertPrint, type OldProof, unprintedProofs } from '../proof-alerts/proof-prints.repository.ts';
import { raiseAlerts } from '../proof-alerts/raise-alerts.ts';

type Parts = Pick<Context, 'database' | 'log' | 'now' | 'outbox' | 'store'>;

/** Two files a second, in turns so short that the service can stop between them. */
const PAUSE_MS = 500;
const FILES_A_TURN = 8;

/** The hours in which families and staff are away: from 20.00 to 06.00 in Jakarta. */
function isNight(now: Date): boolean {
  const hour = Number(inJakarta(now).slice(11, 13));
  return hour >= 20 || hour < 6;
}

const typeOf = (media: string): FileType => typeOfMedia(media) ?? 'pdf';

/** The print of a stored file; empty where its bytes are gone. */
async function printOf(
  store: Parts['store'],
  checker: FileChecker,
  proof: OldProof,
): Promise<PrintResult | null> {
  const found = await store.get(proof.id);
  if (!found) return null;
  return checker.print({ bytes: await buffer(found.stream), type: typeOf(proof.media_type) });
}

/**
 * Makes prints of proofs from before prints, the newest first, and compares each with all others; a print is there or it is
 * not, so that a stop costs nothing. Returns how many were made: less than a turn's = none is left.
 */
export async function printOldProofs(
  { database, log, outbox, store }: Omit<Parts, 'now'>,
  checker: FileChecker,
  pauseMs = PAUSE_MS,
): Promise<number> {
  const proofs = await unprintedProofs(database.knex, FILES_A_TURN);
  for (const proof of proofs) {
    const printed = await printOf(store, checker, proof);
    if (!printed) log.warn({ event: 'print_without_bytes', id: proof.id });
    if (printed?.printFailure !== undefined)
      log.warn({ event: 'print_failed', id: proof.id, reason: printed.printFailure });
    await database.transaction(async (trx) => {
      await insertPrint(trx, proof.id, printed ?? { sha256: null, print: null });
      await raiseAlerts({ outbox }, trx, proof.id);
    });
    await sleep(pauseMs);
  }
  return proofs.length;
}

/** A turn of that work: at night, and not for an hour after the last proof. */
export function createOldPrints(parts: Parts, checker: FileChecker): () => Promise<void> {
  let restsUntil = 0;
  return async () => {
    if (!isNight(parts.now()) || parts.now().getTime() < restsUntil) return;
    const made = await printOldProofs(parts, checker);
    if (made < FILES_A_TURN) restsUntil = parts.now().getTime() + 3_600_000;
  };
}
