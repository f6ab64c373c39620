import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { type Database, preparedIn, type Prepared } from '../data/database.ts';
import { badRequest, conflict, Problem, unprocessable } from './problems.ts';
import type { Sealer } from '../data/sealing.ts';
import type { Caller } from './caller.ts';

/** A command and the key under which it runs at most once. */
interface Repeatable {
  sealer: Sealer;
  userId: string;
  route: string;
  key: unknown;
  body: unknown;
}

/** 400 for a call without a key, where the contract says that it is required. */
export function requireKey({ idempotencyKey }: { readonly idempotencyKey: unknown }): void {
  if (idempotencyKey === undefined)
    throw new Problem(400, 'idempotency_key_required', 'Idempotency-Key harus dikirim.');
}

/** The route of a key: of a call that staff make for a family the family's too, so that a key never crosses families. */
export const routeOf = ({ family }: Pick<Caller, 'family'>, id: string): string =>
  family === undefined ? id : `${id}:${family}`;

/** A command in a transaction of its own, run at most once for a key (`runOnce`). */
export async function withIdempotency<T>(
  { database, ...once }: Repeatable & { database: Database },
  command: (trx: Knex.Transaction) => Promise<T>,
): Promise<{ answer: T; repeated: boolean }> {
  return database.transaction((trx) => runOnce(preparedIn(trx), once, () => command(trx)));
}

/** A caller's command (`withIdempotency`); returns its answer. `route` and `body` tell which call the key belongs to. */
export async function onceBy<T>(
  { database, sealer }: { readonly database: Database; readonly sealer: Sealer },
  { id: userId, idempotencyKey: key }: Pick<Caller, 'id' | 'idempotencyKey'>,
  call: { readonly route: string; readonly body: unknown },
  command: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  return (await withIdempotency({ database, sealer, userId, key, ...call }, command)).answer;
}

const TRY_LOCK = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as got';
const KNOWN = 'select sealed from idempotency_keys where user_id = $1 and route = $2 and key = $3';
const KEEP = 'insert into idempotency_keys (user_id, route, key, sealed) values ($1, $2, $3, $4)';

/**
 * Runs a command at most once for a key: a repeat with the same body gets the first answer, with another body 422, and
 * while the first is still running 409. Key and effect commit together, in the transaction that `run` works in. Without a
 * key the command just runs.
 */
export async function runOnce<T>(
  run: Prepared,
  { sealer, userId, route, key, body }: Repeatable,
  command: () => Promise<T>,
): Promise<{ answer: T; repeated: boolean }> {
  if (key === undefined) return { answer: await command(), repeated: false };
  if (typeof key !== 'string' || !/^[\w-]{8,100}$/u.test(key))
    throw badRequest('Idempotency-Key tidak valid.');
  const aad = `idempotency:${userId}:${route}:${key}`;
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64');

  // Try-lock: a repeat that is in flight is told apart from a finished one.
  const [lock] = await run<{ got: boolean }>('idempotency_lock', TRY_LOCK, [aad]);
  if (!lock?.got) throw conflict('in_flight', 'Permintaan yang sama sedang diproses.');
  const [known] = await run<{ sealed: string }>('idempotency_known', KNOWN, [userId, route, key]);
  if (known) {
    // The hash is sealed too: a body may hold a password that could be guessed from a bare hash.
    const stored = sealer.open(known.sealed, aad) as { bodyHash: string; answer: T };
    if (stored.bodyHash !== bodyHash) {
      throw unprocessable('idempotency_key', 'Idempotency-Key sudah dipakai untuk isi yang berbeda.');
    }
    return { answer: stored.answer, repeated: true };
  }
  const answer = await command();
  await run('idempotency_keep', KEEP, [userId, route, key, sealer.seal({ bodyHash, answer }, aad)]);
  return { answer, repeated: false };
}

class NotYet extends Error {}

/** The first answer of a call whose key was used before; null where it was not. 422 for another body, as `runOnce`. */
export async function answeredBefore(
  context: { readonly database: Database; readonly sealer: Sealer },
  caller: Pick<Caller, 'id' | 'idempotencyKey'>,
  call: { readonly route: string; readonly body: unknown },
): Promise<{ readonly answer: unknown } | null> {
  try {
    return { answer: await onceBy<unknown>(context, caller, call, () => Promise.reject(new NotYet())) };
  } catch (error) {
    if (error instanceof NotYet) return null;
    throw error;
  }
}

/**
 * The same for work that is too long for one transaction and may safely be done twice: the answer is kept when it is done, and
 * a repeat gets it without the work.
 */
export async function onceInPieces<T>(
  context: { readonly database: Database; readonly sealer: Sealer },
  caller: Pick<Caller, 'id' | 'idempotencyKey'>,
  call: { readonly route: string; readonly body: unknown },
  work: () => Promise<T>,
): Promise<T> {
  const before = await answeredBefore(context, caller, call);
  if (before) return before.answer as T;
  const answer = await work();
  return onceBy(context, caller, call, () => Promise.resolve(answer));
}
