import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { networkOf } from '@gerbang/service-kit/http/network';
import { tooMany, unprocessable } from '@gerbang/service-kit/http/problems';
import { voidCodes } from '../account-record/live-codes.repository.ts';
import { publishAccount } from '../account-record/account-events.ts';
import { publishEmailNotice } from '../account-record/account-notices.ts';
import { isUniqueViolation } from '../account-record/conflicts.ts';
import { countRequest } from '../account-record/throttle.repository.ts';
import type { Context } from '../context.ts';
import {
  type Account,
  changeAccount,
  lockAccount,
  otherHolder,
  RELEASED_DOMAIN,
} from '../account-record/users.repository.ts';
import { consumeEmailToken, emailTokenBy } from '../account-record/email-tokens.repository.ts';
import { tokenHash } from '../account-record/verification-letters.ts';

/** One 422 for a used, an old and an unknown link, which must not be told apart. */
function dead(): never {
  throw unprocessable(
    'expired',
    'Tautan ini sudah dipakai atau tidak berlaku lagi. Masuk ke akun Anda untuk meminta surat yang baru.',
  );
}

/**
 * Proves an address by the token of its letter, once: the present one of its account, or the wanted one, which becomes the
 * present. 422 for any other token, 429 for many of a network.
 */
export async function verifyEmail(context: Context, token: string, origin: Origin): Promise<void> {
  const { database, resetPerAddress } = context;
  const wait = await countRequest(database.knex, 'email_token', networkOf(origin.address), resetPerAddress);
  if (wait > 0) throw tooMany(wait);
  try {
    await database.transaction((trx) => proveAddress(context, trx, token, origin));
  } catch (error) {
    // Another account registered with the address at the same moment.
    if (isUniqueViolation(error, 'users_email_active')) dead();
    throw error;
  }
}

async function proveAddress(context: Context, trx: Db, token: string, origin: Origin): Promise<void> {
  const found = await emailTokenBy(trx, tokenHash(context, token));
  if (!found) dead();
  const { user_id: id, email } = found;
  const holder = await otherHolder(trx, email, id);
  // In the order of their ids, as every change of two accounts, so that two of them cannot wait for each other.
  const locked = new Map<string, Account | undefined>();
  for (const one of [id, ...(holder ? [holder.id] : [])].toSorted())
    locked.set(one, await lockAccount(trx, one));
  const before = locked.get(id);
  if (!before || (before.email !== email && before.pending_email !== email)) dead();
  if (!(await consumeEmailToken(trx, found.id))) dead();
  if (holder) await releaseAddress(context, trx, locked.get(holder.id), email, origin);
  const isChange = before.email !== email;
  const account = await changeAccount(trx, id, { email, pending_email: null, emailProved: true });
  // A code that was asked for by the former address must no longer open the account.
  if (isChange) await voidCodes(trx, id);
  const action = isChange ? 'email.changed' : 'email.verified';
  await audit(trx, { action, actor: account, subject: id, origin });
  await publishAccount(context.outbox, trx, account, origin.requestId);
  if (isChange) await publishEmailNotice(context, trx, before, account, origin);
}

/**
 * Takes the address from an account that has not proved it. An account that could no longer log in keeps it, and so does
 * one that has proved it since.
 */
async function releaseAddress(
  context: Context,
  trx: Db,
  holder: Account | undefined,
  email: string,
  origin: Origin,
): Promise<void> {
  if (holder?.email !== email) return;
  if (holder.email_verified_at !== null || holder.contact_phone === null) dead();
  const released = await changeAccount(trx, holder.id, { email: `${holder.id}@${RELEASED_DOMAIN}` });
  await voidCodes(trx, holder.id);
  await audit(trx, { action: 'email.freed', actor: null, subject: holder.id, origin });
  await publishAccount(context.outbox, trx, released, origin.requestId);
  await publishEmailNotice(context, trx, holder, released, origin);
}
