import type { createPaySettlement as call, PaySettlement } from '@gerbang/contracts/pay-settlements';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, refusedField } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import {
  findSettlement,
  insertSettlement,
  lockSettlementOf,
  paidOn,
  updateSettlement,
} from './pay-settlements.repository.ts';
import { toSettlement } from './pay-settlements.view.ts';

/**
 * Notes what the provider handed over, by its report. One that differs from the bank or from what was paid is noted anew; any
 * other stays: 409 `settlement_known`. 422 for a day that is still to come, or payments after it.
 */
export async function addSettlement(
  { database, now }: Pick<Context, 'database' | 'now'>,
  caller: Caller,
  { settled_on, paid_on = settled_on, channel, fee, net }: z.output<(typeof call)['body']>,
): Promise<PaySettlement> {
  if (settled_on > jakartaDay(now())) {
    throw refusedField('future_day', 'settled_on', 'Tanggal cair tidak boleh di masa depan.');
  }
  if (paid_on > settled_on) {
    throw refusedField('future_day', 'paid_on', 'Tanggal pembayaran tidak boleh sesudah tanggal cair.');
  }
  const key = { channel, settled_on, paid_on };
  return database.transaction(async (trx) => {
    const { requests } = await paidOn(trx, channel, paid_on);
    const figures = { gross: fee + net, fee, net, requests, status: 'open' as const };
    const fresh = uuidv7();
    const isNew = await insertSettlement(trx, { id: fresh, ...key, ...figures, source: 'typed' });
    const present = isNew ? undefined : await lockSettlementOf(trx, key);
    if (!isNew) {
      if (present?.status !== 'differs') {
        throw conflict('settlement_known', 'Pencairan kanal ini untuk tanggal itu sudah dicatat.');
      }
      await updateSettlement(trx, present, figures);
    }
    const id = present?.id ?? fresh;
    await audit(trx, {
      action: isNew ? 'pay_settlement.noted' : 'pay_settlement.corrected',
      actor: await actorOf(trx, caller),
      subject: id,
      details: { channel, settled_on, paid_on, fee, net },
      origin: caller.origin,
    });
    const row = await findSettlement(trx, id);
    if (!row) throw new Error('A settlement was not written');
    return toSettlement(row);
  });
}
