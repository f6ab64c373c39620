import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Database } from '../data/database.ts';
import { badRequest, conflict, unprocessable } from './problems.ts';
import type { Sealer } from '../data/sealing.ts';

/**
 * Runs a command at most once for a key: a repeat with the same body gets the first answer, with another body 422, and
 * while the first is still running 409. Key and effect commit together. Without a key the command just runs.
 */
export async function withIdempotency<T>(
  options: { database: Database; sealer: Sealer; userId: string; route: string; key: unknown; body: unknown },
  command: (trx: Knex.Transaction) => Promise<T>,
): Promise<{ answer: T; repeated: boolean }> {
  const { database, sealer, userId, route, key } = options;
  if (key === undefined) return { answer: await database.transaction(command), repeated: false };
  if (typeof key !== 'string' || !/^[\w-]{8,100}$/u.test(key))
    throw badRequest('Idempotency-Key tidak valid.');
  const aad = `idempotency:${userId}:${route}:${key}`;
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(options.body ?? null))
    .digest('base64');

  return database.transaction(async (trx) => {
    // Try-lock: a repeat that is in flight is told apart from a finished one.
    const { rows } = await trx.raw('select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as got', [aad]);
    if (!rows[0].got) throw conflict('in_flight', 'Permintaan yang sama sedang diproses.');
    const known = await trx('idempotency_keys').where({ user_id: userId, route, key }).first();
    if (known) {
      // The hash is sealed too: a body may hold a password that could be guessed from a bare hash.
      const stored = sealer.open(known.sealed, aad) as { bodyHash: string; answer: T };
      if (stored.bodyHash !== bodyHash) {
        throw unprocessable('idempotency_key', 'Idempotency-Key sudah dipakai untuk isi yang berbeda.');
      }
      return { answer: stored.answer, repeated: true };
    }
    const answer = await command(trx);
    await trx('idempotency_keys').insert({
      user_id: userId,
      route,
      key,
      sealed: sealer.seal({ bodyHash, answer }, aad),
    });
    return { answer, repeated: false };
  });
}
