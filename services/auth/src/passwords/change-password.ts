import type { changePassword } from '@gerbang/contracts/passwords';
import type { ProblemCode } from '@gerbang/contracts/problem';
import { normalizePassword } from '@gerbang/domain/passwords';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import { unauthorized, unprocessable } from '@gerbang/service-kit/http/problems';
import type { SessionIdentity } from '@gerbang/service-kit/http/mount';
import type { z } from 'zod';
import { voidCodes } from '../account-record/live-codes.repository.ts';
import { publishSessionEnd } from '../account-record/account-events.ts';
import { publishPasswordNotice } from '../account-record/account-notices.ts';
import type { Context } from '../context.ts';
import { type Account, accountById, changeAccount } from '../account-record/users.repository.ts';
import { isOwnPassword, lockChecked } from '../account-record/own-password.ts';
import { refuseCommon, refuseOwnData } from '../account-record/password-policy.ts';

/**
 * Changes the caller's password and ends every other session; wrong ones count by session. 422 when the current password is wrong, 409 `stale` when
 * it was changed in the meantime.
 */
export async function changeOwnPassword(
  context: Context,
  { sub: userId, sid }: Pick<SessionIdentity, 'sub' | 'sid'>,
  body: z.output<(typeof changePassword)['body']>,
  origin: Origin,
): Promise<Account> {
  const before = await accountById(context.database.knex, userId);
  if (!before) throw unauthorized();
  const field = 'newPassword';
  refuseCommon(body.newPassword, field, context.common);
  refuseOwnData(body.newPassword, field, { ...before, phone: before.contact_phone });
  const typed = { sessionId: sid, password: body.currentPassword };
  if (!(await isOwnPassword(context, before, typed, origin)))
    refuse('wrong_password', 'currentPassword', 'Password saat ini salah');
  if (before.must_change_password && sameText(body.currentPassword, body.newPassword)) {
    refuse('password_unchanged', field, 'Password baru harus berbeda dari password sementara');
  }
  const password_hash = await context.hasher.hash(body.newPassword);
  return context.database.transaction(async (trx) => {
    await lockChecked(trx, before);
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
