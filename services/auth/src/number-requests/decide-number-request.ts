import { randomBytes } from 'node:crypto';
import type { decideNumberRequest as call } from '@gerbang/contracts/number-requests';
import {
  mayMoveNumberRequest,
  NUMBER_WAIT_HOURS,
  refuseNumberDecision,
} from '@gerbang/domain/number-requests';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { enforceEyes } from '@gerbang/service-kit/http/four-eyes';
import { notFound } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import { publishNumberRequest } from '../account-record/account-notices.ts';
import { conflict } from '../account-record/conflicts.ts';
import type { Context } from '../context.ts';
import { loginPhoneOf } from '../account-record/login-phones.repository.ts';
import { refuseProvedElsewhere } from '../account-record/prove-phone.ts';
import { refusalOfEyes } from '../account-record/eyes.repository.ts';
import { currentActor, enforce } from '../account-record/user-administration.ts';
import {
  type Locked,
  lockRequest,
  type ShownRequest,
  shownRequest,
  writeRequest,
} from './number-requests.repository.ts';
import { stopHash, stopLink } from './stop-number-request.ts';

/** Lets the wait begin, and tells every number that the account logs in by how to stop it. */
async function approve(
  context: Context,
  trx: Db,
  { request, account }: Locked,
  actorId: string,
  origin: Origin,
): Promise<void> {
  if (account.contact_phone !== request.old_phone) {
    throw conflict('stale', 'Nomor akun sudah diganti sejak permintaan dibuka. Tolak permintaan ini.');
  }
  await refuseProvedElsewhere(trx, request.phone, account.id);
  const token = randomBytes(32).toString('base64url');
  const { counts_at } = await writeRequest(trx, request, 'approved', 'staff', {
    decided_by: actorId,
    stop_hash: stopHash(context, token),
    waits: NUMBER_WAIT_HOURS,
  });
  if (counts_at === null) throw new Error('an approved request has no time');
  const second = await loginPhoneOf(trx, account.id);
  const countsAt = new Date(counts_at);
  const told = { id: request.id, account, countsAt, link: stopLink(context, token) };
  await publishNumberRequest(context, trx, [account.contact_phone, second?.phone], told, origin);
}

/**
 * Approves or refuses a request, once, by another administrator than who opened it. 409 where it is no longer open, or the
 * number can no longer become the account's.
 */
export async function decideNumberRequest(
  context: Context,
  actorId: string,
  id: string,
  { decision, note = null }: z.output<(typeof call)['body']>,
  origin: Origin,
): Promise<ShownRequest> {
  return context.database.transaction(async (trx) => {
    const actor = await currentActor(trx, actorId, 'number_requests.decide');
    const locked = await lockRequest(trx, { id });
    if (!locked) throw notFound('Permintaan tidak ditemukan');
    const { request, account } = locked;
    enforce(refuseNumberDecision(actor.id, { openedBy: request.opened_by, accountId: account.id }));
    if (!mayMoveNumberRequest(request.status, decision, 'staff')) {
      throw conflict('number_request_closed', 'Permintaan ini sudah diputuskan.');
    }
    if (decision === 'approved') {
      enforceEyes(await refusalOfEyes(trx, actor.id, [request.opened_by]));
      await approve(context, trx, locked, actor.id, origin);
    } else await writeRequest(trx, request, 'refused', 'staff', { decided_by: actor.id, note });
    await audit(trx, {
      action: `number_request.${decision}`,
      actor,
      subject: account.id,
      ...(note !== null && { details: { reason: note } }),
      origin,
    });
    return shownRequest(trx, id);
  });
}
