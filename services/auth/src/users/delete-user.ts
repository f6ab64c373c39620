import { refuseDeletion } from '@gerbang/domain/users';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import { voidCodes, voidPhoneCodes } from '../account-record/live-codes.repository.ts';
import { publishAccount, publishSessionEnd } from '../account-record/account-events.ts';
import type { Context } from '../context.ts';
import { forgetWaysIn } from '../account-record/closed-account.repository.ts';
import { enforce, lockActor, lockTarget } from '../account-record/user-administration.ts';
import { type Account, changeAccount, countActiveAdmins } from '../account-record/users.repository.ts';

/** Closes an account and ends its sessions; the row stays, because the history refers to it. */
export async function deleteAccount(
  context: Context,
  actorId: string,
  id: string,
  origin: Origin,
): Promise<Account> {
  return context.database.transaction(async (trx) => {
    const actor = await lockActor(trx, actorId);
    const target = await lockTarget(trx, id);
    enforce(refuseDeletion(actor, target, await countActiveAdmins(trx)));
    const account = await changeAccount(trx, id, { pending_phone: null, deleted: true, endSessions: true });
    await voidCodes(trx, id);
    await voidPhoneCodes(trx, id);
    await forgetWaysIn(trx, id);
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
