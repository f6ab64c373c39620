import { randomBytes, randomInt } from 'node:crypto';
import type { changePhone } from '@gerbang/contracts/phones';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { tooMany, unauthorized } from '@gerbang/service-kit/http/problems';
import type { SessionIdentity } from '@gerbang/service-kit/http/mount';
import { networkOf } from '@gerbang/service-kit/http/network';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { voidPhoneCodes } from '../account-record/live-codes.repository.ts';
import { conflict } from '../account-record/conflicts.ts';
import { countRequest, localLimit } from '../account-record/throttle.repository.ts';
import type { Context } from '../context.ts';
import { accountByPassword, lockChecked } from '../account-record/own-password.ts';
import { type Account, changeAccount, lockAccount } from '../account-record/users.repository.ts';
import { lockNumber } from '../account-record/holders.repository.ts';
import { insertPhoneCode, secondsToWait } from './phone-codes.repository.ts';
import { refuseProvedElsewhere } from '../account-record/prove-phone.ts';

const CODE_MINUTES = 10;

/** The hash that a code is stored as. */
export const phoneCodeHash = (context: Context, userId: string, phone: string, code: string, salt: Buffer) =>
  context.hash('phone-code', `${userId}:${phone}:${code}`, salt);

/** The number that a code would prove now: a wanted one, else the present one. */
export const numberToProve = (account: Account): string | null =>
  account.pending_phone ?? (account.phone_verified_at === null ? account.contact_phone : null);

async function sendCode(
  context: Context,
  trx: Db,
  account: Account,
  code: { readonly phone: string; readonly isChange: boolean },
  origin: Origin,
): Promise<void> {
  const { phone, isChange } = code;
  await lockNumber(trx, phone);
  await refuseProvedElsewhere(trx, phone, account.id);
  // Requests of strangers must not use up the codes of the account that logs in by the number.
  const perNumber = account.contact_phone === phone ? 0 : context.config.PHONE_CODES_PER_NUMBER;
  const wanted = { userId: account.id, phone, isChange, perNumber };
  const wait = await secondsToWait(trx, wanted, context.resetLimits);
  if (wait > 0) throw tooMany(wait, 'Kode sudah dikirim. Silakan tunggu sebelum meminta kode lagi.');
  const id = uuidv7();
  const digits = randomInt(1_000_000).toString().padStart(6, '0');
  const salt = randomBytes(16);
  const code_hash = phoneCodeHash(context, account.id, phone, digits, salt);
  await voidPhoneCodes(trx, account.id);
  const row = { id, user_id: account.id, phone, is_change: isChange, salt, code_hash };
  const expires = await insertPhoneCode(trx, row, CODE_MINUTES);
  await context.outbox.publish(
    trx,
    'message.requested',
    {
      dedupeKey: `phone-code:${id}`,
      kind: 'phone_verification',
      to: phone,
      params: { code: digits },
      priority: 'code',
      expiresAt: expires.toISOString(),
    },
    { requestId: origin.requestId },
  );
}

/** Sends a code to the number that the caller has yet to prove; 409 when there is none, 429 over the limits. */
export async function sendPhoneCode(context: Context, userId: string, origin: Origin): Promise<void> {
  await context.database.transaction(async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account) throw unauthorized();
    const phone = numberToProve(account);
    if (phone === null) {
      if (account.contact_phone === null)
        throw conflict('no_login_phone', 'Isi nomor WhatsApp terlebih dahulu.');
      throw conflict('already_verified', 'Nomor WhatsApp Anda sudah terverifikasi.');
    }
    await sendCode(context, trx, account, { phone, isChange: false }, origin);
  });
}

/** Counts a wanted change before its number is looked up: the answer tells whether the number has an account. */
async function countChange({ config, database }: Context, userId: string, origin: Origin): Promise<void> {
  const counts = [
    ['phone_change', userId, config.PHONE_CHANGES_PER_ACCOUNT],
    ['phone_change_network', networkOf(origin.address), config.PHONE_CHANGES_PER_ADDRESS],
  ] as const;
  for (const [kind, key, most] of counts) {
    const wait = await countRequest(database.knex, kind, key, localLimit(config, most));
    if (wait > 0) throw tooMany(wait, 'Terlalu banyak permintaan ganti nomor. Silakan coba lagi besok.');
  }
}

/**
 * Sends a code to the number that the caller wants to log in by; the change counts once the code is used. 422 for a wrong
 * password, 409 where another account has proved the number, 429 after some requests in a day, refused ones counted.
 */
export async function requestPhoneChange(
  context: Context,
  identity: Pick<SessionIdentity, 'sub' | 'sid'>,
  { phone, password }: z.output<(typeof changePhone)['body']>,
  origin: Origin,
): Promise<Account> {
  const before = await accountByPassword(context, identity, password, origin);
  await countChange(context, before.id, origin);
  return context.database.transaction(async (trx) => {
    const account = await lockChecked(trx, before);
    const isPresent = account.contact_phone === phone;
    if (isPresent && account.phone_verified_at !== null) {
      throw conflict('already_verified', 'Nomor WhatsApp ini sudah terverifikasi.');
    }
    const pending_phone = isPresent ? null : phone;
    const changed = await changeAccount(trx, account.id, { pending_phone });
    await sendCode(context, trx, changed, { phone, isChange: true }, origin);
    await audit(trx, { action: 'phone.requested', actor: changed, subject: account.id, origin });
    return changed;
  });
}
