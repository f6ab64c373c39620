import { refuseRevocation } from '@gerbang/domain/users';
import { audit } from '@gerbang/service-kit/audit/audit';
import { publishSessionEnd } from '../account-record/account-events.ts';
import type { Context } from '../context.ts';
import { type Administered, administer, enforce } from '../account-record/user-administration.ts';
import { type Account, changeAccount } from '../account-record/users.repository.ts';

/** Ends all sessions of an account. */
export const endAccountSessions = (context: Context, order: Administered): Promise<Account> =>
  administer(context, order, async (trx, actor, target) => {
    const { id, origin } = order;
    enforce(refuseRevocation(actor, target));
    const account = await changeAccount(trx, id, { endSessions: true });
    await audit(trx, { action: 'sessions.revoked', actor, subject: id, origin });
    await publishSessionEnd(context, trx, account, origin);
    return account;
  });
