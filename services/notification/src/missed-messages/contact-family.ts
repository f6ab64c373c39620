import { markContacted as call } from '@gerbang/contracts/missed-messages';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { onceBy, requireKey } from '@gerbang/service-kit/http/idempotency';
import { conflict, notFound } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import { activeAccount, actorOf, type Recipient } from '../accounts/accounts.repository.ts';
import type { Context } from '../context.ts';
import { phoneOf } from './missed-list.ts';
import { addContact, missedOf, takeContacted } from './missed-messages.repository.ts';

/** The account of a family; 404 for any other. */
export async function familyOf(db: Db, id: string): Promise<Recipient> {
  const account = await activeAccount(db, id);
  if (account?.role !== 'wali_murid') throw notFound('Keluarga tidak ditemukan.');
  return account;
}

/** 409 where another user was faster, or a message arrived after all. */
export const nothingMissed = () =>
  conflict('nothing_missed', 'Tidak ada lagi pesan gagal yang perlu disampaikan kepada keluarga ini.');

/** The number of a family that missed messages; who asked for it stands in the trail. */
export async function showPhone(context: Context, caller: Caller, id: string): Promise<{ phone: string }> {
  return context.database.transaction(async (trx) => {
    const account = await familyOf(trx, id);
    const missed = await missedOf(trx, [id]);
    if (missed.length === 0) throw nothingMissed();
    const phone = phoneOf(context, account, missed);
    if (phone === null) throw conflict('no_login_phone', 'Akun ini belum memiliki nomor WhatsApp.');
    await audit(trx, {
      action: 'message.phone_shown',
      actor: await actorOf(trx, caller),
      subject: id,
      details: {},
      origin: caller.origin,
    });
    return { phone };
  });
}

/** Takes a family out of the view, with a note of the call; what failed after `until` stays in it. */
export async function markContacted(
  { database, columns }: Pick<Context, 'database' | 'columns'>,
  caller: Caller,
  id: string,
  { until, note = null }: z.output<(typeof call)['body']>,
): Promise<{ contacted: number }> {
  requireKey(caller);
  const once = { route: call.id, body: { id, until, note } };
  return onceBy({ database, sealer: columns }, caller, once, async (trx) => {
    await familyOf(trx, id);
    const contacted = await takeContacted(trx, id, until);
    if (contacted === 0) throw nothingMissed();
    const actor = await actorOf(trx, caller);
    await addContact(trx, id, actor, note);
    await audit(trx, {
      action: 'message.family_contacted',
      actor,
      subject: id,
      details: { count: contacted },
      origin: caller.origin,
    });
    return { contacted };
  });
}
