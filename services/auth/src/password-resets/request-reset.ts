import { randomBytes, randomInt } from 'node:crypto';
import { networkOf } from '@gerbang/service-kit/http/network';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { Caller } from '../accounts/caller.ts';
import { countRequest } from '../accounts/throttle.repository.ts';
import type { Context } from '../context.ts';
import { knownDevice } from '../devices/known-device.ts';
import { insertCode, lockAccountKey, mayRequestCode, voidLiveCode } from './password-resets.repository.ts';
import { inTurn, lockTarget } from './reset-codes.ts';

const CODE_MINUTES = 10;

/**
 * Sends a code to the account's phone. An unknown e-mail gets the same rows, counters and outbox row, only without a
 * recipient, so that the time of the response does not tell which accounts exist. 429 when the address asks too often;
 * a known device has a budget of its own.
 */
export async function requestResetCode(context: Context, email: string, origin: Caller): Promise<void> {
  if (!(await knownDevice(context, email, origin))) {
    const network = networkOf(origin.address);
    const wait = await countRequest(context.database.knex, 'reset_address', network, context.resetPerAddress);
    if (wait > 0) throw tooMany(wait);
  }
  await inTurn(context, email, origin, async (trx) => {
    const target = await lockTarget(context, trx, email, origin);
    const { account, key } = target;
    await lockAccountKey(trx, key);
    if (!(await mayRequestCode(trx, target, context.resetLimits))) return;
    const id = uuidv7();
    const code = randomInt(1_000_000).toString().padStart(6, '0');
    const salt = randomBytes(16);
    await voidLiveCode(trx, key);
    const expires = await insertCode(trx, {
      id,
      accountKey: key,
      userId: account?.id ?? null,
      salt,
      hash: context.hash('reset-code', `${key}:${code}`, salt),
      minutes: CODE_MINUTES,
    });
    await context.outbox.publish(
      trx,
      'message.requested',
      {
        dedupeKey: `reset-code:${id}`,
        kind: 'reset_code',
        to: account?.contact_phone ?? null,
        params: { code },
        priority: 'code',
        expiresAt: expires.toISOString(),
      },
      { requestId: origin.requestId },
    );
  });
}
