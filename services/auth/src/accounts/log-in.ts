import type { login } from '@gerbang/contracts/accounts';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import { unauthorized } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type Account, accountByIdentifier, rehash } from '../users/users.repository.ts';
import { canonicalIdentifier } from './login-guard.ts';

/**
 * Logs in by e-mail or phone number. An unknown account, a deleted one and a wrong password give the same 401
 * `login_failed` after the same work, so that neither text nor time tells which accounts exist; 429 when throttled.
 */
export async function logIn(
  context: Context,
  body: z.output<(typeof login)['body']>,
  origin: Origin,
): Promise<Account> {
  const db = context.database.knex;
  let account: Account | undefined;
  const { matches, outdated } = await context.guard.check({
    identifier: body.identifier,
    address: origin.address,
    password: body.password,
    stored: async () => {
      account = await accountByIdentifier(db, canonicalIdentifier(body.identifier));
      return account?.password_hash;
    },
  });
  if (!matches || !account) {
    context.log.info({ event: 'login_failed', address: origin.address, requestId: origin.requestId });
    throw unauthorized('Email/nomor telepon atau password salah', 'login_failed');
  }
  if (outdated) await rehash(db, account.id, account.password_hash, await context.hasher.hash(body.password));
  context.log.info({ event: 'login', userId: account.id, requestId: origin.requestId });
  return account;
}
