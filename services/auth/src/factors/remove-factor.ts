import { can } from '@gerbang/domain/abilities';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import { forbidden, notFound, unauthorized } from '@gerbang/service-kit/http/problems';
import { publishSessionEnd } from '../account-record/account-events.ts';
import { conflict } from '../account-record/conflicts.ts';
import type { Context } from '../context.ts';
import { lockActor, lockTarget } from '../account-record/user-administration.ts';
import { type Account, changeAccount, lockAccount } from '../account-record/users.repository.ts';
import { noteClearance, noteFactor } from './factor-notices.ts';
import { requestClearance, wasAdmin } from '../account-record/factor-clearances.repository.ts';
import {
  confirmedFactors,
  deleteFactor,
  forgetFactors,
  hasFactor,
} from '../account-record/factors.repository.ts';

/** Removes one of the caller's factors; recovery codes go with the last. 409 for the last where one is required. */
export async function removeOwnFactor(
  context: Context,
  userId: string,
  id: string,
  origin: Origin,
): Promise<void> {
  await context.database.transaction(async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account) throw unauthorized();
    const factor = await deleteFactor(trx, userId, id);
    if (!factor) throw notFound('Verifikasi dua langkah ini tidak ditemukan');
    if (!factor.confirmed_at) return;
    if ((await confirmedFactors(trx, userId)).length === 0) {
      if (context.factorPolicies[account.role] === 'required') {
        throw conflict(
          'last_factor',
          'Peran Anda wajib memakai verifikasi dua langkah. Tambah yang lain dahulu.',
        );
      }
      await forgetFactors(trx, userId);
    }
    await noteFactor(context, trx, account, 'removed', factor, origin);
  });
}

/**
 * Clears the factors of an account whose owner lost them, and ends its sessions. An administrator's are cleared when a
 * second administrator asks for the same within 24 hours: 'waiting' until then.
 */
export async function clearFactors(
  context: Context,
  actorId: string,
  id: string,
  reason: string,
  origin: Origin,
): Promise<{ account: Account; state: 'waiting' | 'none' | 'cleared' }> {
  return context.database.transaction(async (trx) => {
    const actor = await lockActor(trx, actorId);
    if (!can(actor.role, 'factors.clear')) throw forbidden();
    if (id === actor.id) {
      throw forbidden('Verifikasi dua langkah sendiri dihapus di Keamanan akun.', 'own_factors');
    }
    const account = await lockTarget(trx, id);
    if (!(await hasFactor(trx, id))) return { account, state: 'none' };
    if ((await wasAdmin(trx, account)) && (await requestClearance(trx, id, actor.id)) === 'waiting') {
      const action = 'factor.clearance_requested';
      await audit(trx, { action, actor, subject: id, details: { reason }, origin });
      return { account, state: 'waiting' };
    }
    await forgetFactors(trx, id);
    const cleared = await changeAccount(trx, id, { endSessions: true });
    await noteClearance(context, trx, { actor, account: cleared, reason }, origin);
    await publishSessionEnd(context, trx, cleared, origin);
    return { account: cleared, state: 'cleared' };
  });
}
