import { refuseRevocation } from '@gerbang/domain/users';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import { publishSessionEnd } from '../account-record/account-events.ts';
import type { Context } from '../context.ts';
import { enforce, lockActor, lockTarget } from '../account-record/user-administration.ts';
import { type Account, changeAccount } from '../account-record/users.repository.ts';

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
