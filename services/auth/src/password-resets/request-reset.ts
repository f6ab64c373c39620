import { randomBytes, randomInt } from 'node:crypto';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import { countResetRequest } from '../accounts/throttle.repository.ts';
import type { Context } from '../context.ts';
import { insertCode, lockAccountKey, mayRequestCode, voidCodes } from './password-resets.repository.ts';
import { lockTarget } from './reset-codes.ts';

const CODE_MINUTES = 10;

/**
 * Sends a code to the account's phone. An unknown e-mail gets the same rows, counters and outbox row, only without a
 * recipient, so that the time of the response does not tell which accounts exist. 429 when the address asks too often.
 */
export async function requestResetCode(context: Context, email: string, origin: Origin): Promise<void> {
  const wait = await countResetRequest(context.database.knex, origin.address, context.resetPerAddress);
  if (wait > 0) throw tooMany(wait);
  await context.database.transaction(async (trx) => {
    const { account, key } = await lockTarget(context, trx, email);
    await lockAccountKey(trx, key);
    if (!(await mayRequestCode(trx, key, context.resetLimits))) return;
    const id = uuidv7();
    const code = randomInt(1_000_000).toString().padStart(6, '0');
    const salt = randomBytes(16);
    await voidCodes(trx, key);
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
