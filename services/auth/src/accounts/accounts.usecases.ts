import type { ProblemCode } from '@gerbang/contracts/problem';
import type { login, register } from '@gerbang/contracts/accounts';
import type { changePassword } from '@gerbang/contracts/passwords';
import { normalizePassword } from '@gerbang/domain/passwords';
import { unauthorized, unprocessable } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import { publishAccount } from './account-events.ts';
import { conflict } from './conflicts.ts';
import type { Context } from '../context.ts';
import { canonicalIdentifier } from './login-guard.ts';
import { refuseCommon, refuseOwnData } from '../passwords/password-policy.ts';
import { voidCodes } from '../password-resets/password-resets.repository.ts';
import { publishPasswordNotice, publishSessionEnd } from './session-end.ts';
import {
  type Account,
  accountById,
  accountByIdentifier,
  changeAccount,
  insertAccount,
  lockAccount,
  orTaken,
  refuseTaken,
  rehash,
} from '../users/users.repository.ts';

type Login = z.output<(typeof login)['body']>;
type Registration = z.output<(typeof register)['body']>;
type PasswordChange = z.output<(typeof changePassword)['body']>;

/** Login by e-mail or phone: unknown, wrong and deleted get one answer after the same work. */
export async function logIn(context: Context, body: Login, origin: Origin): Promise<Account> {
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

/** Self-registration: always a wali_murid. */
export async function registerAccount(
  context: Context,
  body: Registration,
  origin: Origin,
): Promise<Account> {
  const { name, phone, email, password } = body;
  refuseCommon(password, 'password', context.common);
  refuseOwnData(password, 'password', { name, email, phone });
  await refuseTaken(context.database.knex, { email, phone }, 'phone');
  const password_hash = await context.hasher.hash(password);
  return orTaken('phone', () =>
    context.database.transaction(async (trx) => {
      const account = await insertAccount(trx, {
        id: uuidv7(),
        name,
        email,
        role: 'wali_murid',
        contact_phone: phone,
        password_hash,
      });
      await audit(trx, { action: 'account.registered', actor: account, subject: account.id, origin });
      await publishAccount(context.outbox, trx, account, origin.requestId);
      return account;
    }),
  );
}

/** Changes the caller's password: needs the present one, ends every other session. */
export async function changeOwnPassword(
  context: Context,
  userId: string,
  body: PasswordChange,
  origin: Origin,
): Promise<Account> {
  const before = await accountById(context.database.knex, userId);
  if (!before) throw unauthorized();
  const field = 'newPassword';
  refuseCommon(body.newPassword, field, context.common);
  refuseOwnData(body.newPassword, field, { ...before, phone: before.contact_phone });
  const { matches } = await context.guard.check({
    identifier: before.email,
    address: origin.address,
    password: body.currentPassword,
    stored: async () => before.password_hash,
  });
  if (!matches) refuse('wrong_password', 'currentPassword', 'Password saat ini salah');
  if (before.must_change_password && sameText(body.currentPassword, body.newPassword)) {
    refuse('password_unchanged', field, 'Password baru harus berbeda dari password sementara');
  }
  const password_hash = await context.hasher.hash(body.newPassword);
  return context.database.transaction(async (trx) => {
    const locked = await lockAccount(trx, userId);
    if (!locked) throw unauthorized();
    if (locked.password_hash !== before.password_hash) {
      throw conflict('stale', 'Password baru saja diubah dari tempat lain. Muat ulang halaman.');
    }
    const account = await changeAccount(trx, userId, {
      password_hash,
      must_change_password: false,
      endSessions: true,
    });
    await voidCodes(trx, userId);
    await audit(trx, { action: 'password.changed', actor: account, subject: userId, origin });
    await publishPasswordNotice(context, trx, account, origin);
    await publishSessionEnd(context, trx, account, origin);
    return account;
  });
}

function refuse(code: ProblemCode, path: string, message: string): never {
  throw unprocessable(code, message, [{ path, message }]);
}

function sameText(left: string, right: string): boolean {
  return normalizePassword(left) === normalizePassword(right);
}
