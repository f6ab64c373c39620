import type { Db, Prepared } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

export type Factor = Tables['factors'];
export type NewFactor = Pick<Factor, 'id' | 'user_id' | 'kind' | 'name'> &
  Partial<Pick<Factor, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'secret'>>;

/** The factors of an account that count, oldest first. */
export async function confirmedFactors(db: Db, userId: string): Promise<Factor[]> {
  return db('factors')
    .where({ user_id: userId })
    .whereNotNull('confirmed_at')
    .orderBy(['created_at', 'id'])
    .select<Factor[]>('*');
}

/** Whether the account has a factor that counts. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  return Boolean(
    await db('factors').where({ user_id: userId }).whereNotNull('confirmed_at').select('id').first(),
  );
}

/** The account's app of codes, confirmed or not. */
export async function totpOf(trx: Db, userId: string): Promise<Factor | undefined> {
  return trx('factors').where({ user_id: userId, kind: 'totp' }).first<Factor | undefined>();
}

/** Adds a factor; a passkey counts at once, an app of codes after its first right code. */
export async function insertFactor(trx: Db, factor: NewFactor): Promise<Factor> {
  const [row] = await trx('factors')
    .insert({ ...factor, ...(factor.kind === 'passkey' && { confirmed_at: trx.fn.now() }) })
    .returning<Factor[]>('*');
  if (!row) throw new Error('insert returned no row');
  return row;
}

/** Lets an app of codes count from now on; its first code is used up. */
export async function confirmFactor(trx: Db, id: string, step: number): Promise<void> {
  await trx('factors').where({ id }).update({ confirmed_at: trx.fn.now(), last_step: step });
}

const CODE_APP = `select id, secret from factors where user_id = $1 and kind = 'totp' and confirmed_at is not null`;

/** An app of codes with its sealed secret. */
export interface CodeApp {
  readonly id: string;
  readonly secret: string;
}

/** The account's app of codes, where it counts. */
export async function codeAppOf(prepared: Prepared, userId: string): Promise<CodeApp | undefined> {
  return (await prepared<CodeApp>('auth_code_app', CODE_APP, [userId]))[0];
}

const TAKE_STEP = `update factors set last_step = $2, last_used_at = now()
  where id = $1 and (last_step is null or last_step < $2) returning id`;

/** Notes the step of a code; false if it, or a later one, was taken before. */
export async function takeStep(prepared: Prepared, id: string, step: number): Promise<boolean> {
  return (await prepared('auth_take_step', TAKE_STEP, [id, step])).length === 1;
}

/** Notes the counter of a passkey; false if the counter went on in the meantime. */
export async function takeCounter(trx: Db, id: string, from: number, counter: number): Promise<boolean> {
  const taken = await trx('factors')
    .where({ id, counter: from })
    .update({ counter, last_used_at: trx.fn.now() });
  return taken === 1;
}

/** Deletes one factor of the account; undefined if it has none with this id. */
export async function deleteFactor(trx: Db, userId: string, id: string): Promise<Factor | undefined> {
  const [row] = await trx('factors').where({ user_id: userId, id }).delete().returning<Factor[]>('*');
  return row;
}

/** Removes everything of the account's second factor. */
export async function forgetFactors(trx: Db, userId: string): Promise<void> {
  for (const table of ['factors', 'recovery_codes', 'factor_steps', 'factor_clearances']) {
    await trx(table).where({ user_id: userId }).delete();
  }
}

/** Replaces the account's recovery codes. */
export async function replaceRecoveryCodes(
  trx: Db,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx('recovery_codes').where({ user_id: userId }).delete();
  await trx('recovery_codes').insert(hashes.map((code_hash) => ({ user_id: userId, code_hash })));
}

/** Uses up a recovery code; false if it is none or was used. */
export async function takeRecoveryCode(trx: Db, userId: string, hash: Buffer): Promise<boolean> {
  const used = await trx('recovery_codes')
    .where({ user_id: userId, code_hash: hash })
    .whereNull('used_at')
    .update({ used_at: trx.fn.now() });
  return used === 1;
}

/** How many recovery codes the account can still use. */
export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  const row = await db('recovery_codes')
    .where({ user_id: userId })
    .whereNull('used_at')
    .count<{ count: string }[]>('* as count')
    .first();
  return Number(row?.count ?? 0);
}
