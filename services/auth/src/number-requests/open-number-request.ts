import type { openNumberRequest as call } from '@gerbang/contracts/number-requests';
import { refuseNumberRequest } from '@gerbang/domain/number-requests';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import type { z } from 'zod';
import { conflict } from '../account-record/conflicts.ts';
import type { Context } from '../context.ts';
import { refuseProvedElsewhere } from '../account-record/prove-phone.ts';
import { currentActor, enforce, lockTarget } from '../account-record/user-administration.ts';
import { insertRequest, type ShownRequest, shownRequest } from './number-requests.repository.ts';

/**
 * Opens a request to move an account to another number, with what was checked of its owner. 409 where the account has one
 * already, or has this number, or another account has proved it.
 */
export async function openNumberRequest(
  context: Context,
  actorId: string,
  targetId: string,
  { phone, checked }: z.output<(typeof call)['body']>,
  origin: Origin,
): Promise<ShownRequest> {
  return context.database.transaction(async (trx) => {
    const actor = await currentActor(trx, actorId, 'number_requests.open');
    const target = await lockTarget(trx, targetId);
    enforce(refuseNumberRequest(actor, target));
    if (target.contact_phone === phone) {
      const message = 'Akun ini sudah memakai nomor tersebut';
      throw conflict('number_unchanged', message, [{ path: 'phone', message }]);
    }
    await refuseProvedElsewhere(trx, phone, target.id);
    const request = await insertRequest(trx, {
      user_id: target.id,
      phone,
      old_phone: target.contact_phone,
      checked,
      opened_by: actor.id,
    });
    if (!request) {
      throw conflict('number_request_open', 'Akun ini sudah punya permintaan yang belum selesai.');
    }
    await audit(trx, {
      action: 'number_request.opened',
      actor,
      subject: target.id,
      details: { checked },
      origin,
    });
    return shownRequest(trx, request.id);
  });
}
