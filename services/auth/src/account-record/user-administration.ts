import { type Ability, can } from '@gerbang/domain/abilities';
import type { Refusal } from '@gerbang/domain/users';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { forbidden, notFound, unauthorized } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { conflict } from './conflicts.ts';
import { type Account, accountById, lockAccount, lockAdministration } from './users.repository.ts';

/** The member of staff who acts, read from the database, because the role in the session may be outdated; 401 or 403. */
export async function currentActor(trx: Db, actorId: string, ability: Ability): Promise<Account> {
  const actor = await accountById(trx, actorId);
  if (!actor) throw unauthorized();
  if (!can(actor.role, ability)) throw forbidden();
  return actor;
}

/** The member of staff who takes a list of accounts or of their trail, for the trail. */
export const listReader = (trx: Db, { id }: Pick<Account, 'id'>) => currentActor(trx, id, 'users.list');

/**
 * The administrator who makes the change. Only one change of user administration runs at a time, so that the last
 * administrator stays. 401 or 403 when refused.
 */
export async function lockActor(trx: Db, actorId: string): Promise<Account> {
  await lockAdministration(trx);
  return currentActor(trx, actorId, 'users.manage');
}

/** The account to change, locked until the transaction ends; 404 when there is none. */
export async function lockTarget(trx: Db, id: string): Promise<Account> {
  const target = await lockAccount(trx, id);
  if (!target) throw notFound('Pengguna tidak ditemukan');
  return target;
}

/** What an administrator does to an account. */
export interface Administered {
  readonly actorId: string;
  readonly id: string;
  readonly origin: Origin;
}

/** Changes an account as an administrator, in one transaction in which both are locked. */
export function administer<Result>(
  { database }: Pick<Context, 'database'>,
  { actorId, id }: Administered,
  change: (trx: Db, actor: Account, target: Account) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (trx) => {
    const actor = await lockActor(trx, actorId);
    return change(trx, actor, await lockTarget(trx, id));
  });
}

/** Throws what a rule of the domain refuses: 403 or 409. */
export function enforce(refusal: Refusal | null): void {
  if (!refusal) return;
  if (refusal.kind === 'forbidden') throw forbidden(refusal.message, refusal.code);
  throw conflict(refusal.code, refusal.message);
}
