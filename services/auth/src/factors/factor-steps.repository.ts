import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

export type FactorStep = Tables['factor_steps'];

const MINUTES = 5;

/** Begins a step of five minutes; one with the same key starts anew. */
export async function beginStep(
  db: Db,
  step: Pick<FactorStep, 'key' | 'user_id' | 'purpose' | 'challenge' | 'session_epoch'>,
): Promise<void> {
  const fresh = {
    ...step,
    attempts: 0,
    expires_at: db.raw('clock_timestamp() + make_interval(mins => ?)', [MINUTES]),
  };
  await db('factor_steps').insert(fresh).onConflict('key').merge();
}

/** A login's step that has not expired, with the seconds it has left. */
export async function loginStep(
  db: Db,
  key: Buffer,
): Promise<(FactorStep & { seconds: number }) | undefined> {
  return db('factor_steps')
    .where({ key, purpose: 'login' })
    .whereRaw('expires_at > clock_timestamp()')
    .select('*', db.raw('ceil(extract(epoch from expires_at - clock_timestamp()))::int as seconds'))
    .first<(FactorStep & { seconds: number }) | undefined>();
}

/** Counts a try of a login's step before the comparison and takes its challenge; null when no try is left. */
export async function claimStepTry(
  trx: Db,
  key: Buffer,
  takesChallenge: boolean,
): Promise<FactorStep | null> {
  const { rows } = await trx.raw(
    `update factor_steps now set attempts = now.attempts + 1, challenge = case when ? then null else now.challenge end
     from (select key, challenge from factor_steps where key = ?) before
     where now.key = before.key and now.attempts < 5 and now.expires_at > clock_timestamp()
     returning now.key, now.user_id, now.purpose, before.challenge, now.attempts, now.session_epoch, now.expires_at`,
    [takesChallenge, key],
  );
  return (rows as FactorStep[])[0] ?? null;
}

/** Ends a step; its challenge is returned only the first time, and only before it expires. */
export async function takeChallenge(
  trx: Db,
  key: Buffer,
  userId: string,
  purpose: FactorStep['purpose'],
): Promise<string | null> {
  const { rows } = await trx.raw(
    `delete from factor_steps where key = ? and user_id = ? and purpose = ?
     returning case when expires_at > clock_timestamp() then challenge end as challenge`,
    [key, userId, purpose],
  );
  return (rows as { challenge: string | null }[])[0]?.challenge ?? null;
}

export async function endStep(trx: Db, key: Buffer): Promise<void> {
  await trx('factor_steps').where({ key }).delete();
}
