import { randomBytes } from 'node:crypto';
import type { MessageRequested } from '@gerbang/contracts/message-kinds';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import { voidEmailTokens } from './live-codes.repository.ts';
import type { Context } from '../context.ts';
import type { Account } from './users.repository.ts';
import {
  insertEmailToken,
  type NewEmailToken,
  secondsToWait,
  type TokenCause,
} from './email-tokens.repository.ts';

/** What is stored of a token. */
export const tokenHash = (context: Pick<Context, 'hash'>, token: string): Buffer =>
  context.hash('email-token', token);

/** A new link that proves an address, and the letter that carries it; the token stands behind the `#`. */
export function verification(
  context: Pick<Context, 'hash' | 'config'>,
  account: Pick<Account, 'id'>,
  email: string,
  cause: TokenCause,
): { readonly row: NewEmailToken; readonly letter: MessageRequested } {
  const secret = randomBytes(32).toString('base64url');
  const row = { id: uuidv7(), user_id: account.id, email, cause, token_hash: tokenHash(context, secret) };
  const letter: MessageRequested = {
    dedupeKey: `email-token:${row.id}`,
    kind: 'email_verification',
    to: null,
    accountId: null,
    letter: { email, userId: account.id },
    params: { link: `${context.config.PUBLIC_ORIGIN}/email/verify#${secret}` },
    priority: 'normal',
  };
  return { row, letter };
}

/** Sends a link to an address that a locked account has yet to prove; older links end. 429 over the limits. */
export async function sendVerificationLetter(
  context: Context,
  trx: Db,
  account: Account,
  { email, cause }: { readonly email: string; readonly cause: Exclude<TokenCause, 'registration'> },
  origin: Origin,
): Promise<void> {
  const wait = await secondsToWait(trx, account.id, cause === 'change');
  if (wait > 0) throw tooMany(wait, 'Surat sudah dikirim. Silakan tunggu sebelum meminta surat lagi.');
  const { row, letter } = verification(context, account, email, cause);
  await voidEmailTokens(trx, account.id);
  await insertEmailToken(trx, row);
  await context.outbox.publish(trx, 'message.requested', letter, { requestId: origin.requestId });
}
