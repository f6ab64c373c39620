import type { addPasskey } from '@gerbang/contracts/factors';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { unauthorized, unprocessable } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { publishSessionEnd } from '../account-record/account-events.ts';
import { conflict, isUniqueViolation } from '../account-record/conflicts.ts';
import type { Context } from '../context.ts';
import { type Account, changeAccount, lockAccount } from '../account-record/users.repository.ts';
import { noteFactor } from './factor-notices.ts';
import { beginStep, takeChallenge } from './factor-steps.repository.ts';
import { isRight, openSecret, type Tried, tryFactor } from './factor-tries.ts';
import {
  confirmedFactors,
  confirmFactor,
  deleteFactor,
  type Factor,
  insertFactor,
  recoveryCodesLeft,
  totpOf,
} from '../account-record/factors.repository.ts';
import { type CreationOptions, passkeysOf } from './passkeys.ts';
import { replaceCodes } from './renew-codes.ts';
import { newSecret, otpauthUri, stepOf } from './totp.ts';

const MAX_PASSKEYS = 10;
const NAMES = { passkey: 'Kunci sandi', totp: 'Aplikasi kode' } as const;

/** The caller's account and session. */
export interface Owner {
  readonly userId: string;
  readonly sessionId: string;
}

/** What adding a factor has changed. */
interface Added {
  readonly codes: string[];
  readonly account: Account;
  readonly isFirst: boolean;
}

const stepKey = (context: Context, { userId, sessionId }: Owner) =>
  context.hash('passkey-step', `${userId}:${sessionId}`);

async function lockOwner(trx: Db, { userId }: Owner): Promise<Account> {
  const account = await lockAccount(trx, userId);
  if (!account) throw unauthorized();
  return account;
}

/** Ten recovery codes where the account has none left. */
async function issueCodes(context: Context, trx: Db, userId: string): Promise<string[]> {
  return (await recoveryCodesLeft(trx, userId)) > 0 ? [] : replaceCodes(context, trx, userId);
}

/**
 * The account after a factor was added: the first one ends all its sessions, because one that was opened before by another
 * person could take the factor away again. The session that adds it goes on anew.
 */
async function afterAdding(
  context: Context,
  trx: Db,
  account: Account,
  { isFirst, origin }: { readonly isFirst: boolean; readonly origin: Origin },
): Promise<Account> {
  if (!isFirst) return account;
  const changed = await changeAccount(trx, account.id, { endSessions: true });
  await publishSessionEnd(context, trx, changed, origin);
  return changed;
}

/** Begins adding a passkey: the challenge holds for this session, five minutes and one answer. */
export async function beginPasskey(context: Context, owner: Owner): Promise<CreationOptions> {
  return context.database.transaction(async (trx) => {
    const account = await lockOwner(trx, owner);
    const options = await passkeysOf(context).creationOptions(
      account,
      await confirmedFactors(trx, account.id),
    );
    await beginStep(trx, {
      key: stepKey(context, owner),
      user_id: account.id,
      purpose: 'passkey',
      challenge: options.challenge,
      session_epoch: account.session_epoch,
    });
    return options;
  });
}

/** Adds a passkey. 422 when the browser's answer does not hold, 409 for the eleventh or one that is known. */
export async function completePasskey(
  context: Context,
  owner: Owner,
  body: z.output<(typeof addPasskey)['body']>,
  origin: Origin,
): Promise<Added & { factor: Factor }> {
  const work = async (trx: Db) => {
    const account = await lockOwner(trx, owner);
    const challenge = await takeChallenge(trx, stepKey(context, owner), account.id, 'passkey');
    const passkey =
      challenge === null ? null : await passkeysOf(context).verifyNew(body.credential, challenge);
    // Returned, not thrown: the challenge is used up.
    if (!passkey) return null;
    const known = await confirmedFactors(trx, account.id);
    const passkeys = known.filter(({ kind }) => kind === 'passkey');
    if (passkeys.length >= MAX_PASSKEYS) {
      throw conflict('factor_limit', `Paling banyak ${MAX_PASSKEYS} kunci sandi. Hapus salah satu dahulu.`);
    }
    const factor = await insertFactor(trx, {
      id: uuidv7(),
      user_id: account.id,
      kind: 'passkey',
      name: body.name ?? NAMES.passkey,
      ...passkey,
    });
    await noteFactor(context, trx, account, 'added', factor, origin);
    const codes = await issueCodes(context, trx, account.id);
    const isFirst = known.length === 0;
    return { factor, codes, isFirst, account: await afterAdding(context, trx, account, { isFirst, origin }) };
  };
  const added = await context.database.transaction(work).catch((error: unknown) => {
    if (!isUniqueViolation(error, 'factors_credential')) throw error;
    throw conflict('factor_known', 'Kunci sandi ini sudah terdaftar.');
  });
  if (!added) throw unprocessable('factor_failed', 'Kunci sandi tidak dapat diverifikasi. Mulai dari awal.');
  return added;
}

/** Begins adding an app of codes; it counts after a right code. 409 when the account has one. */
export async function beginTotp(context: Context, owner: Owner) {
  return context.database.transaction(async (trx) => {
    const account = await lockOwner(trx, owner);
    const known = await totpOf(trx, account.id);
    if (known?.confirmed_at)
      throw conflict('factor_known', 'Aplikasi kode sudah terdaftar. Hapus yang lama dahulu.');
    if (known) await deleteFactor(trx, account.id, known.id);
    const id = uuidv7();
    const secret = newSecret();
    const sealed = context.columns.seal('factors', 'secret', id, secret);
    await insertFactor(trx, { id, user_id: account.id, kind: 'totp', name: NAMES.totp, secret: sealed });
    const issuer = new URL(context.config.PUBLIC_ORIGIN).hostname;
    return { id, secret, otpauth_uri: otpauthUri(secret, issuer, account.email) };
  });
}

/** Lets the begun app of codes count. 422 for a wrong code or none begun, 429 after too many. */
export async function completeTotp(
  context: Context,
  owner: Owner,
  code: string,
  origin: Origin,
): Promise<Added> {
  const done = await context.database.transaction(async (trx) => {
    let account = await lockOwner(trx, owner);
    const isFirst = (await confirmedFactors(trx, account.id)).length === 0;
    const begun = await totpOf(trx, account.id);
    let codes: string[] = [];
    const tried: Tried = await tryFactor(
      context,
      trx,
      account,
      origin,
      { session: owner.sessionId },
      async () => {
        if (!begun || begun.confirmed_at || begun.secret === null) return false;
        const step = stepOf(openSecret(context, begun.id, begun.secret), code, context.now());
        if (step === null) return false;
        await confirmFactor(trx, begun.id, step);
        await noteFactor(context, trx, account, 'added', begun, origin);
        codes = await issueCodes(context, trx, account.id);
        account = await afterAdding(context, trx, account, { isFirst, origin });
        return true;
      },
    );
    return { tried, account, codes, isFirst };
  });
  if (isRight(done.tried)) return done;
  const message = 'Kode tidak cocok. Periksa jam ponsel Anda, lalu masukkan kode yang baru.';
  throw unprocessable('factor_failed', message, [{ path: 'otp', message }]);
}
