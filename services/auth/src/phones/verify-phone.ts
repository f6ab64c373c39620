import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import { sameHash } from '@gerbang/service-kit/data/keyed-hash';
import { refusedField, unauthorized } from '@gerbang/service-kit/http/problems';
import { voidCodes } from '../account-record/live-codes.repository.ts';
import { publishAccount } from '../account-record/account-events.ts';
import { publishNumberNotice } from '../account-record/account-notices.ts';
import { conflict } from '../account-record/conflicts.ts';
import type { Context } from '../context.ts';
import { type Account, changeAccount, lockAccount } from '../account-record/users.repository.ts';
import { isPhoneViolation } from '../account-record/taken.repository.ts';
import { claimPhoneTry, consumePhoneCode, type LivePhoneCode } from './phone-codes.repository.ts';
import { freeNumber } from '../account-record/prove-phone.ts';
import { numberToProve, phoneCodeHash } from './send-phone-code.ts';

function wrongCode(): never {
  throw refusedField('wrong_code', 'otp', 'Kode OTP tidak valid atau sudah kadaluarsa');
}

/**
 * Proves the number that the live code was sent to, which becomes the caller's login number. An account that holds it
 * without a proof loses it; 409 where another one has proved it. A try is counted before the code is compared.
 */
export async function verifyPhone(
  context: Context,
  userId: string,
  code: string,
  origin: Origin,
): Promise<Account> {
  const live = await claimPhoneTry(context.database.knex, userId);
  if (!live) wrongCode();
  if (!sameHash(phoneCodeHash(context, userId, live.phone, code, live.salt), live.code_hash)) {
    context.log.warn({ event: 'phone_code_wrong' });
    wrongCode();
  }
  try {
    return await takeNumber(context, userId, live, origin);
  } catch (error) {
    if (isPhoneViolation(error)) throw conflict('phone_taken', 'Nomor ini sudah digunakan akun lain');
    throw error;
  }
}

async function takeNumber(
  context: Context,
  userId: string,
  { id, phone }: LivePhoneCode,
  origin: Origin,
): Promise<Account> {
  return context.database.transaction(async (trx) => {
    const before = await lockAccount(trx, userId);
    if (!before) throw unauthorized();
    if (numberToProve(before) !== phone || !(await consumePhoneCode(trx, id))) wrongCode();
    await freeNumber(context, trx, phone, userId, origin);
    const account = await changeAccount(trx, userId, {
      contact_phone: phone,
      pending_phone: null,
      phoneProved: true,
    });
    const former = before.contact_phone === phone ? null : before.contact_phone;
    // A reset code that was sent to the former number must no longer open the account.
    if (before.contact_phone !== phone) await voidCodes(trx, userId);
    const action = former === null ? 'phone.verified' : 'phone.changed';
    await audit(trx, { action, actor: account, subject: userId, origin });
    await publishAccount(context.outbox, trx, account, origin.requestId);
    if (former !== null) await publishNumberNotice(context, trx, account, former, origin);
    return account;
  });
}
