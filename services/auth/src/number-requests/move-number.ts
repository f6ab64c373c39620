import type { NumberFailure } from '@gerbang/domain/number-requests';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { voidCodes, voidPhoneCodes } from '../account-record/live-codes.repository.ts';
import { publishAccount, publishSessionEnd } from '../account-record/account-events.ts';
import { publishChangeNotice } from '../account-record/account-notices.ts';
import type { Context } from '../context.ts';
import { loginPhoneOf, saveLoginPhone } from '../account-record/login-phones.repository.ts';
import { freeNumber, isProvedElsewhere } from '../account-record/prove-phone.ts';
import { changeAccount } from '../account-record/users.repository.ts';
import { lockNumber } from '../account-record/holders.repository.ts';
import { dueRequests, type Locked, lockRequest, writeRequest } from './number-requests.repository.ts';

/** Why the number cannot be moved after all; the number is locked from here on. */
async function failureOf(trx: Db, { request, account }: Locked): Promise<NumberFailure | null> {
  if (account.contact_phone !== request.old_phone) return 'number_changed';
  await lockNumber(trx, request.phone);
  return (await isProvedElsewhere(trx, request.phone, account.id)) ? 'phone_taken' : null;
}

/** The profile's number is a way in too: the lost one must not stay one. */
async function releaseLost(trx: Db, { request, account }: Locked): Promise<void> {
  const second = await loginPhoneOf(trx, account.id);
  if (!second?.phone || second.phone !== request.old_phone) return;
  await saveLoginPhone(trx, account.id, null, second.profile_version);
  await audit(trx, { action: 'login_phone.released', actor: null, subject: account.id });
}

/** The account leaves the lost number for the new one, which it has yet to prove; codes and sessions end. */
async function move(context: Context, trx: Db, locked: Locked): Promise<void> {
  const { request, account } = locked;
  await freeNumber(context, trx, request.phone, account.id, null, 'moved_to');
  await releaseLost(trx, locked);
  const moved = await changeAccount(trx, account.id, {
    contact_phone: request.phone,
    pending_phone: null,
    hands: [request.opened_by, request.decided_by].filter((hand) => hand !== null),
    endSessions: true,
  });
  await voidCodes(trx, account.id);
  await voidPhoneCodes(trx, account.id);
  await writeRequest(trx, request, 'moved', 'system');
  await audit(trx, { action: 'number_request.moved', actor: null, subject: account.id });
  await publishAccount(context.outbox, trx, moved);
  await publishChangeNotice(context, trx, account, moved, null);
  await publishSessionEnd(context, trx, moved, null);
}

async function endWait(context: Context, id: string): Promise<void> {
  await context.database.transaction(async (trx) => {
    const locked = await lockRequest(trx, { id });
    // Stopped, or moved by another process, since the list was read.
    if (locked?.request.status !== 'approved') return;
    const failure = await failureOf(trx, locked);
    if (failure === null) return move(context, trx, locked);
    await writeRequest(trx, locked.request, 'failed', 'system', { failure });
    await audit(trx, {
      action: 'number_request.failed',
      actor: null,
      subject: locked.account.id,
      details: { cause: failure },
    });
  });
}

/** Moves every account whose wait is over; one that fails is logged, tried at the next turn, and does not hold up others. */
export async function moveDueNumbers(context: Context): Promise<void> {
  for (const id of await dueRequests(context.database.knex)) {
    await endWait(context, id).catch((error: unknown) =>
      context.log.error({ err: error, numberRequest: id }, 'a lost number was not moved'),
    );
  }
}
