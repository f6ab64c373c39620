import { refuseDeletion } from '@gerbang/domain/users';
import { audit } from '@gerbang/service-kit/audit/audit';
import { voidCodes, voidPhoneCodes } from '../account-record/live-codes.repository.ts';
import { publishAccount, publishSessionEnd } from '../account-record/account-events.ts';
import type { Context } from '../context.ts';
import { forgetWaysIn } from '../account-record/closed-account.repository.ts';
import { type Administered, administer, enforce } from '../account-record/user-administration.ts';
import { type Account, changeAccount, countActiveAdmins } from '../account-record/users.repository.ts';

/** Closes an account and ends its sessions; the row stays, because the history refers to it. */
export const deleteAccount = (context: Context, order: Administered): Promise<Account> =>
  administer(context, order, async (trx, actor, target) => {
    const { id, origin } = order;
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
