import type { Parent } from '@gerbang/contracts/admission.types';
import { audit } from '@gerbang/service-kit/audit/audit';
import { sameHash } from '@gerbang/service-kit/data/keyed-hash';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import {
  claimContactTry,
  consumeContactCode,
  type LiveContactCode,
  returnContactTry,
} from './contact-codes.repository.ts';
import { codeHash, refuse, withPhone } from './contact-phone-rules.ts';
import { claimLoginPhone } from './login-phone.client.ts';
import { lockOwnParent, markPhoneVerified, ownParent } from './parents.repository.ts';
import { toParent } from './parents.view.ts';

function wrongCode(): never {
  refuse('wrong_code', 'otp', 'Kode OTP tidak valid atau sudah kadaluarsa');
}

/**
 * Verifies the contact phone by its code: the number becomes a login identifier at auth first, because that call can be
 * repeated, then the profile is marked. A try is counted before the code is compared, and given back when the code was
 * right but something else failed.
 */
export async function verifyContactPhone(context: Context, caller: Caller, code: string): Promise<Parent> {
  const db = context.database.knex;
  withPhone(await ownParent(db, caller.id));
  const live = await claimContactTry(db, caller.id);
  if (!live) wrongCode();
  if (!sameHash(codeHash(context, caller.id, live.phone, code, live.salt), live.code_hash)) {
    context.log.warn({ event: 'contact_code_wrong' });
    wrongCode();
  }
  try {
    const { phone, version } = live;
    await claimLoginPhone(context, { userId: caller.id, phone, version }, caller.origin.requestId);
    return await markVerified(context, caller, live);
  } catch (error) {
    await returnContactTry(db, live.id);
    throw error;
  }
}

async function markVerified(context: Context, caller: Caller, live: LiveContactCode): Promise<Parent> {
  return context.database.transaction(async (trx) => {
    const record = withPhone(await lockOwnParent(trx, caller.id));
    if (record.contact_phone !== live.phone || !(await consumeContactCode(trx, live.id))) wrongCode();
    await markPhoneVerified(trx, record);
    await audit(trx, {
      action: 'contact_phone.verified',
      actor: await actorOf(trx, caller),
      subject: record.id,
      origin: caller.origin,
    });
    const verified = await ownParent(trx, caller.id);
    if (!verified) throw new Error('a profile that was just written is gone');
    return toParent(context.columns, verified);
  });
}
