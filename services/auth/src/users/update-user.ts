import type { updateUser } from '@gerbang/contracts/users';
import { isDeciding, refuseChange } from '@gerbang/domain/users';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import type { SessionIdentity } from '@gerbang/service-kit/http/mount';
import type { z } from 'zod';
import { voidCodes, voidEmailTokens, voidPhoneCodes } from '../account-record/live-codes.repository.ts';
import { publishAccount, publishSessionEnd } from '../account-record/account-events.ts';
import { publishChangeNotice, publishPasswordNotice } from '../account-record/account-notices.ts';
import { forgetFailures } from '../account-record/throttle.repository.ts';
import { conflict } from '../account-record/conflicts.ts';
import type { Context } from '../context.ts';
import { requestPassword, wasDeciding } from '../account-record/factor-clearances.repository.ts';
import { hasFactor } from '../account-record/factors.repository.ts';
import { loginKeysOf } from '../account-record/login-phones.repository.ts';
import { refuseOwnData } from '../account-record/password-policy.ts';
import { enforce, lockActor, lockTarget } from '../account-record/user-administration.ts';
import {
  type Account,
  type AccountChange,
  changeAccount,
  countActiveAdmins,
} from '../account-record/users.repository.ts';
import { orTaken, refuseTaken } from '../account-record/taken.repository.ts';
import { tellAdmins } from './tell-admins.ts';

/** An account after a change, and whether its earlier sessions must end. */
export interface Changed {
  readonly account: Account;
  readonly sessionsEnd: boolean;
}

/** The role after a change, and the password that it sets. */
type Wanted = Pick<Account, 'role'> & { readonly password: string | undefined };

/** A proved number opens the account, so its owner changes it, or a request for a lost number, where two people decide. */
function refuseProvedNumber(target: Account, phone: string | null | undefined): void {
  if (phone === undefined || phone === target.contact_phone || target.phone_verified_at === null) return;
  const message =
    'Nomor ini sudah terverifikasi. Diganti oleh pemiliknya, atau lewat permintaan nomor hilang.';
  throw conflict('number_proved', message, [{ path: 'contact_phone', message }]);
}

/** Whether a change lets a password that staff set open an account that decides, or did within the last day. */
async function opensDeciding(trx: Db, target: Account, { role, password }: Wanted): Promise<boolean> {
  const rises = isDeciding(role) && !isDeciding(target.role);
  if (!password) return rises && target.password_by.length > 0;
  return rises || (await wasDeciding(trx, target));
}

/**
 * Whether a change waits for a second person's request, which is kept: one person who sets the password of an account that
 * decides could log in as its owner. The second factor stands in for the second person.
 */
async function waitsForSecond(
  trx: Db,
  { actor, target, wanted }: { readonly actor: Account; readonly target: Account; readonly wanted: Wanted },
  origin: Origin,
): Promise<boolean> {
  if (!(await opensDeciding(trx, target, wanted))) return false;
  if (await hasFactor(trx, target.id)) return false;
  if ((await requestPassword(trx, target.id, actor)) === 'approved') return false;
  await audit(trx, { action: 'user.password_requested', actor, subject: target.id, origin });
  return true;
}

/**
 * Changes an account; a role, number, e-mail or password needs a fresh proof. A new role or password, or another's e-mail or
 * number, ends all sessions of the target. 409 `number_proved` where the present number is proved, `password_waits` for the
 * password of an account with a deciding role, or for such a role beside a password that staff set, until a second person
 * has requested the same within 24 hours: nothing is changed then.
 */
export async function updateAccount(
  context: Context,
  identity: Pick<SessionIdentity, 'sub' | 'fresh'>,
  id: string,
  body: z.output<(typeof updateUser)['body']>,
  origin: Origin,
): Promise<Changed> {
  const changed = await orTaken('contact_phone', () =>
    context.database.transaction(async (trx): Promise<Changed | null> => {
      const actor = await lockActor(trx, identity.sub);
      const target = await lockTarget(trx, id);
      enforce(refuseChange(actor, target, body.role, await countActiveAdmins(trx)));
      const { password, ...fields } = body;
      const next = { ...target, ...fields };
      refuseProvedNumber(target, body.contact_phone);
      if (password) refuseOwnData(password, 'password', { ...next, phone: next.contact_phone });
      await refuseTaken(trx, { email: body.email, phone: body.contact_phone }, 'contact_phone', {
        self: id,
      });
      const changed = (['name', 'email', 'role', 'contact_phone'] as const).filter(
        (field) => next[field] !== target[field],
      );
      if (changed.length === 0 && !password) return { account: target, sessionsEnd: false };
      if (password || changed.some((field) => field !== 'name')) assertFresh(identity);
      const wanted = { role: next.role, password };
      if (await waitsForSecond(trx, { actor, target, wanted }, origin)) return null;
      const identifiers = changed.includes('email') || changed.includes('contact_phone');
      const sessionsEnd =
        Boolean(password) || changed.includes('role') || (identifiers && actor.id !== target.id);
      const change: AccountChange = {
        ...fields,
        ...(changed.includes('contact_phone') ? { pending_phone: null } : {}),
        ...(changed.includes('email') ? { pending_email: null } : {}),
        endSessions: sessionsEnd,
        hands: actor.id === id ? [] : [actor.id],
        ...(password
          ? { password_hash: await context.hasher.hash(password), must_change_password: true }
          : {}),
      };
      const account = await changeAccount(trx, id, change);
      // A code that was sent to the old phone, or for the old e-mail, must no longer open the account.
      if (password || identifiers) await voidCodes(trx, id);
      if (changed.includes('contact_phone')) await voidPhoneCodes(trx, id);
      if (changed.includes('email')) await voidEmailTokens(trx, id);
      await audit(trx, {
        action: 'user.updated',
        actor,
        subject: id,
        details: {
          fields: [...changed, ...(password ? ['password'] : [])],
          ...(changed.includes('role') ? { role: { from: target.role, to: account.role } } : {}),
        },
        origin,
      });
      if (changed.length > 0) await publishAccount(context.outbox, trx, account, origin.requestId);
      await publishChangeNotice(context, trx, target, account, origin);
      if (changed.includes('role')) await tellAdmins(context, trx, account, 'role', origin.requestId);
      if (password) {
        await forgetFailures(trx, await loginKeysOf(context.guard, trx, account));
        await publishPasswordNotice(context, trx, account, origin);
      }
      if (sessionsEnd) await publishSessionEnd(context, trx, account, origin);
      return { account, sessionsEnd };
    }),
  );
  // Thrown outside, so that the request is kept.
  if (!changed) {
    throw conflict(
      'password_waits',
      'Diminta. Peran ini memegang uang, hasil, atau akun: orang kedua (salah satunya admin) perlu meminta hal yang sama dalam 24 jam, dan kata sandi darinya yang berlaku.',
    );
  }
  return changed;
}
