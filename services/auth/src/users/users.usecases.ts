import { createUser, type updateUser } from '@gerbang/contracts/users';
import type { User } from '@gerbang/contracts/accounts.types';
import { can } from '@gerbang/domain/abilities';
import {
  type Refusal,
  refuseChange,
  refuseCreation,
  refuseDeletion,
  refuseRevocation,
} from '@gerbang/domain/users';
import type { Db } from '@gerbang/service-kit/data/database';
import { withIdempotency } from '@gerbang/service-kit/http/idempotency';
import { forbidden, notFound, unauthorized } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import { publishAccount } from '../accounts/account-events.ts';
import { conflict } from '../accounts/conflicts.ts';
import type { Context } from '../context.ts';
import { forgetLoginPhone, loginKeysOf } from '../login-phones/login-phones.repository.ts';
import { refuseOwnData } from '../passwords/password-policy.ts';
import { voidCodes } from '../password-resets/password-resets.repository.ts';
import { publishPasswordNotice, publishSessionEnd } from '../accounts/session-end.ts';
import { forgetFailures } from '../accounts/throttle.repository.ts';
import {
  type Account,
  type AccountChange,
  accountById,
  changeAccount,
  insertAccount,
  lockAccount,
  orTaken,
  refuseTaken,
  toUser,
} from './users.repository.ts';

export type UserCreation = z.output<(typeof createUser)['body']>;
export type UserUpdate = z.output<(typeof updateUser)['body']>;

/** A changed account, and whether its sessions of before must end. */
export interface Changed {
  readonly account: Account;
  readonly sessionsEnd: boolean;
}

// Any fixed number. Administration is rare: one change at a time keeps "the last administrator" true.
const ADMINISTRATION_LOCK = 727_002;

/** The actor as the database knows him now, not as the session remembers: the role may just have changed. */
async function lockActor(trx: Db, actorId: string): Promise<Account> {
  await trx.raw('select pg_advisory_xact_lock(?)', [ADMINISTRATION_LOCK]);
  const actor = await accountById(trx, actorId);
  if (!actor) throw unauthorized();
  if (!can(actor.role, 'users.manage')) throw forbidden();
  return actor;
}

async function lockTarget(trx: Db, id: string): Promise<Account> {
  const target = await lockAccount(trx, id);
  if (!target) throw notFound('Pengguna tidak ditemukan');
  return target;
}

async function activeAdmins(trx: Db): Promise<number> {
  const row = await trx('users')
    .where({ role: 'admin' })
    .whereNull('deleted_at')
    .count<{ count: string }[]>('id as count')
    .first();
  return Number(row?.count ?? 0);
}

function enforce(refusal: Refusal | null): void {
  if (!refusal) return;
  if (refusal.kind === 'forbidden') throw forbidden(refusal.message, refusal.code);
  throw conflict(refusal.code, refusal.message);
}

/** Makes an account with a temporary password that its owner must change. */
export async function createAccount(
  context: Context,
  actorId: string,
  body: UserCreation,
  origin: Origin,
  idempotencyKey: unknown,
): Promise<User> {
  const { name, email, role, password } = body;
  const phone = body.contact_phone ?? null;
  const once = {
    database: context.database,
    sealer: context.sealer,
    userId: actorId,
    route: createUser.id,
    key: idempotencyKey,
    // The key's row keeps a hash of the body: a plain one would let the short password be guessed.
    body: { ...body, password: context.hash('idempotency', password).toString('base64url') },
  };
  const { answer } = await orTaken('contact_phone', () =>
    withIdempotency(once, async (trx) => {
      const actor = await lockActor(trx, actorId);
      enforce(refuseCreation(actor, role));
      refuseOwnData(password, 'password', { name, email, phone });
      await refuseTaken(trx, { email, phone }, 'contact_phone');
      const account = await insertAccount(trx, {
        id: uuidv7(),
        name,
        email,
        role,
        contact_phone: phone,
        password_hash: await context.hasher.hash(password),
        must_change_password: true,
      });
      await audit(trx, { action: 'user.created', actor, subject: account.id, details: { role }, origin });
      await publishAccount(context.outbox, trx, account, origin.requestId);
      return toUser(account);
    }),
  );
  return answer;
}

/** Changes an account. A new role or password ends all sessions of the target. */
export async function updateAccount(
  context: Context,
  actorId: string,
  id: string,
  body: UserUpdate,
  origin: Origin,
): Promise<Changed> {
  return orTaken('contact_phone', () =>
    context.database.transaction(async (trx) => {
      const actor = await lockActor(trx, actorId);
      const target = await lockTarget(trx, id);
      enforce(refuseChange(actor, target, body.role, await activeAdmins(trx)));
      const { password, ...fields } = body;
      const next = { ...target, ...fields };
      if (password) refuseOwnData(password, 'password', { ...next, phone: next.contact_phone });
      await refuseTaken(trx, { email: body.email, phone: body.contact_phone }, 'contact_phone', id);
      const changed = (['name', 'email', 'role', 'contact_phone'] as const).filter(
        (field) => next[field] !== target[field],
      );
      if (changed.length === 0 && !password) return { account: target, sessionsEnd: false };
      const sessionsEnd = Boolean(password) || changed.includes('role');
      const change: AccountChange = {
        ...fields,
        endSessions: sessionsEnd,
        ...(password
          ? { password_hash: await context.hasher.hash(password), must_change_password: true }
          : {}),
      };
      const account = await changeAccount(trx, id, change);
      // A code that is on its way to an old phone, or for an old e-mail, must not open the account any more.
      if (password || changed.includes('email') || changed.includes('contact_phone'))
        await voidCodes(trx, id);
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
      if (password) {
        await forgetFailures(trx, await loginKeysOf(context.guard, trx, account));
        await publishPasswordNotice(context, trx, account, origin);
      }
      if (sessionsEnd) await publishSessionEnd(context, trx, account, origin);
      return { account, sessionsEnd };
    }),
  );
}

/** Deletes softly: the row stays for the history, the account is closed at once. */
export async function deleteAccount(
  context: Context,
  actorId: string,
  id: string,
  origin: Origin,
): Promise<Account> {
  return context.database.transaction(async (trx) => {
    const actor = await lockActor(trx, actorId);
    const target = await lockTarget(trx, id);
    enforce(refuseDeletion(actor, target, await activeAdmins(trx)));
    const account = await changeAccount(trx, id, { deleted: true, endSessions: true });
    await voidCodes(trx, id);
    await forgetLoginPhone(trx, id);
    await audit(trx, {
      action: 'user.deleted',
      actor,
      subject: id,
      details: { name: target.name, role: target.role },
      origin,
    });
    await publishAccount(context.outbox, trx, account, origin.requestId);
    await publishSessionEnd(context, trx, account, origin);
    return account;
  });
}

/** Ends all sessions of an account. */
export async function endAccountSessions(
  context: Context,
  actorId: string,
  id: string,
  origin: Origin,
): Promise<Account> {
  return context.database.transaction(async (trx) => {
    const actor = await lockActor(trx, actorId);
    const target = await lockTarget(trx, id);
    enforce(refuseRevocation(actor, target));
    const account = await changeAccount(trx, id, { endSessions: true });
    await audit(trx, { action: 'sessions.revoked', actor, subject: id, origin });
    await publishSessionEnd(context, trx, account, origin);
    return account;
  });
}
