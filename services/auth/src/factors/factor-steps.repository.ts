import type { Db, Prepared } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';
import type { CodeApp } from '../account-record/factors.repository.ts';
import { ACCOUNT_COLUMNS, type Account } from '../account-record/users.repository.ts';

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

/** What a browser must know of a factor that can end a login. */
export type LoginFactor = Pick<Tables['factors'], 'kind' | 'credential_id' | 'transports'>;

const BEGIN_LOGIN = `
  with own as (
    select id, kind, credential_id, transports, created_at from factors where user_id = $2 and confirmed_at is not null
  ), begun as (
    insert into factor_steps (key, user_id, purpose, challenge, session_epoch, expires_at)
    select $1, $2, 'login', case when exists (select from own where kind = 'passkey') then $3::text end, $4,
      clock_timestamp() + interval '${MINUTES} minutes'
    where exists (select from own)
  )
  select kind, credential_id, transports from own order by created_at, id`;

/**
 * Begins the second step of a login, with the challenge where the account has passkeys; returns the account's factors. Where
 * the account has none any more, no step begins.
 */
export async function beginLoginStep(
  prepared: Prepared,
  { key, user_id, challenge, session_epoch }: Omit<FactorStep, 'purpose' | 'attempts' | 'expires_at'>,
): Promise<LoginFactor[]> {
  return prepared('auth_begin_login_step', BEGIN_LOGIN, [key, user_id, challenge, session_epoch]);
}

/** A try at the second step of a login, whose account is locked from now on. */
export interface LoginTry {
  readonly account: Account;
  /** Whether a try was left, which is counted before the comparison, and the account has not changed since. */
  readonly counts: boolean;
  readonly challenge: string | null;
  /** The account's app of codes, where it counts. */
  readonly codeApp: CodeApp | undefined;
}

interface Claimed extends Pick<LoginTry, 'counts' | 'challenge'> {
  readonly app_id: string | null;
  readonly secret: string | null;
}

const CLAIM = `
  with owner as (
    select u.* from factor_steps s join users u on u.id = s.user_id
    where s.key = $1 and s.purpose = 'login' and s.expires_at > clock_timestamp() and u.deleted_at is null
    for no key update of u
  ), claimed as (
    update factor_steps s set attempts = s.attempts + 1, challenge = case when $2 then null else s.challenge end
    from owner
    where s.key = $1 and s.session_epoch = owner.session_epoch and s.attempts < 5 and s.expires_at > clock_timestamp()
    returning old.challenge
  )
  select ${ACCOUNT_COLUMNS.map((column) => `owner.${column}`).join(', ')}, exists (select from claimed) as counts,
    (select challenge from claimed) as challenge, app.id as app_id, app.secret
  from owner left join factors app on app.user_id = owner.id and app.kind = 'totp' and app.confirmed_at is not null`;

/**
 * Locks the account of a login's step that has not expired, counts a try and takes the challenge; undefined without such a
 * step. One statement: the second step is most of what a login with a factor costs more.
 */
export async function claimLoginTry(
  prepared: Prepared,
  key: Buffer,
  takesChallenge: boolean,
): Promise<LoginTry | undefined> {
  const [row] = await prepared<Account & Claimed>('auth_claim_login_try', CLAIM, [key, takesChallenge]);
  if (!row) return undefined;
  const { counts, challenge, app_id: id, secret, ...account } = row;
  const codeApp = id === null || secret === null ? undefined : { id, secret };
  return { account, counts, challenge, codeApp };
}

/** The seconds that a login's step of this epoch has left; undefined when it is over. */
export async function secondsLeft(trx: Db, key: Buffer, epoch: number): Promise<number | undefined> {
  const { rows } = await trx.raw(
    `select ceil(extract(epoch from expires_at - clock_timestamp()))::int as seconds from factor_steps
     where key = ? and purpose = 'login' and session_epoch = ? and expires_at > clock_timestamp()`,
    [key, epoch],
  );
  return (rows as { seconds: number }[])[0]?.seconds;
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

/** Ends the step of a login. */
export async function endLoginStep(prepared: Prepared, key: Buffer): Promise<void> {
  await prepared('auth_end_login_step', 'delete from factor_steps where key = $1', [key]);
}
