import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

export type EmailToken = Tables['email_tokens'];
export type TokenCause = EmailToken['cause'];

export type NewEmailToken = Pick<EmailToken, 'id' | 'user_id' | 'email' | 'cause' | 'token_hash'>;

const HOURS = 48;
const DAILY = 5;

/** Seconds until another letter may be asked for; 0 = now. Lock the account before. */
export async function secondsToWait(trx: Db, userId: string, isChange: boolean): Promise<number> {
  const { rows } = await trx.raw(
    `with asked as (
       select (cause = 'change') = :isChange as same, cause <> 'registration' as is_counted,
         extract(epoch from clock_timestamp() - created_at) as age,
         row_number() over (partition by cause <> 'registration' order by created_at desc) as nth
       from email_tokens where user_id = :userId and created_at > now() - interval '1 day'
     )
     select greatest(0, max(60 - age) filter (where same),
       max(86400 - age) filter (where is_counted and nth = :daily))::float8 as wait
     from asked`,
    { userId, isChange, daily: DAILY },
  );
  return Math.ceil((rows as { wait: number | null }[])[0]?.wait ?? 0);
}

export async function insertEmailToken(trx: Db, token: NewEmailToken): Promise<void> {
  await trx('email_tokens').insert({
    ...token,
    expires_at: trx.raw('now() + make_interval(hours => ?)', [HOURS]),
  });
}

/** SQL that stores links, given as a jsonb array in the parameter `json`; a part of the statement that makes their accounts. */
export const insertTokens = (json: string) => `
  insert into email_tokens (id, user_id, email, cause, token_hash, expires_at)
  select id, user_id, email, cause, decode(token_hash, 'hex'), now() + interval '${HOURS} hours'
  from jsonb_to_recordset(${json}::jsonb) as t(id uuid, user_id uuid, email text, cause text, token_hash text)`;

/** The link of a new account, as `insertTokens` takes it. */
export const tokenRow = ({ token_hash, ...token }: NewEmailToken) => ({
  ...token,
  token_hash: token_hash.toString('hex'),
});

/** The link with this hash, used or not. */
export async function emailTokenBy(db: Db, hash: Buffer): Promise<EmailToken | undefined> {
  return db('email_tokens').where({ token_hash: hash }).first<EmailToken | undefined>();
}

/** Uses up a live link, once; lock its account before. */
export async function consumeEmailToken(trx: Db, id: string): Promise<boolean> {
  const changed = await trx('email_tokens')
    .where({ id })
    .whereNull('used_at')
    .whereNull('voided_at')
    .where('expires_at', '>', trx.fn.now())
    .update({ used_at: trx.fn.now() });
  return changed === 1;
}
