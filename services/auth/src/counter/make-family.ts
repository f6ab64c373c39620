import { randomBytes } from 'node:crypto';
import { makeCounterFamily as call } from '@gerbang/contracts/counter';
import { maskedName } from '@gerbang/domain/masked-phone';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { counterToken } from '@gerbang/service-kit/http/counter-token';
import { withIdempotency } from '@gerbang/service-kit/http/idempotency';
import { Problem } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { publishAccount } from '../account-record/account-events.ts';
import type { Caller } from '../account-record/caller.ts';
import { conflict } from '../account-record/conflicts.ts';
import { insertFamily } from '../account-record/counter-accounts.repository.ts';
import { holdersOf, lockNumber } from '../account-record/holders.repository.ts';
import { orTaken, refuseTaken } from '../account-record/taken.repository.ts';
import { currentActor } from '../account-record/user-administration.ts';
import { accountById } from '../account-record/users.repository.ts';
import type { Context } from '../context.ts';

type Body = z.output<(typeof call)['body']>;

/** 409 for a number that an account holds, proved or not: a family is offered by its masked name, a member of staff is not. */
async function refuseKnown(trx: Db, phone: string): Promise<void> {
  const holders = (await holdersOf(trx, phone)).toSorted((a, b) => Number(b.proved) - Number(a.proved));
  const accounts = await Promise.all(holders.map(({ id }) => accountById(trx, id)));
  const known = accounts.find((account) => account?.role === 'wali_murid');
  if (known) {
    throw new Problem(409, 'known_family', 'Nomor ini sudah dipakai sebuah keluarga. Buka keluarga itu.', {
      issues: [{ path: 'phone', message: 'Nomor ini sudah dipakai sebuah keluarga' }],
      details: { user_id: known.id, name: known.name && maskedName(known.name) },
    });
  }
  if (holders.length > 0) {
    const message = 'Nomor telepon sudah terdaftar';
    throw conflict('phone_taken', message, [{ path: 'phone', message }]);
  }
}

/**
 * Makes the account of a family at the counter, without a password, and opens it to its maker. Of two that make the same
 * number at once, one is made and the other gets 409 `known_family`.
 */
export async function makeFamily(
  context: Context,
  actorId: string,
  body: Body,
  origin: Caller,
  idempotencyKey: unknown,
): Promise<{ user_id: string; token: string; expires_at: string }> {
  const { config, database, hasher, now, outbox, sealer } = context;
  const { name, phone, email = null } = body;
  // No person knows it: a login takes as long as any other and fails.
  const password_hash = await hasher.hash(randomBytes(32).toString('base64url'));
  const once = { database, sealer, userId: actorId, route: call.id, key: idempotencyKey, body };
  const { answer } = await orTaken('phone', () =>
    withIdempotency(once, async (trx) => {
      const actor = await currentActor(trx, actorId, 'counter.write');
      await lockNumber(trx, phone);
      await refuseKnown(trx, phone);
      if (email !== null) await refuseTaken(trx, { email }, 'phone');
      const id = uuidv7();
      const account = await insertFamily(trx, { id, name, phone, email, password_hash }, actorId);
      await audit(trx, { action: 'family.made', actor, subject: id, origin });
      await publishAccount(outbox, trx, account, origin.requestId);
      return { user_id: id, ...counterToken(config.INTERNAL_KEY, { staff: actorId, family: id }, now()) };
    }),
  );
  return answer;
}
