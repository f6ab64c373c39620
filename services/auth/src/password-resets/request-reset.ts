import { randomBytes } from 'node:crypto';
import type { Db } from '@gerbang/service-kit/data/database';
import { networkOf } from '@gerbang/service-kit/http/network';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { Caller } from '../account-record/caller.ts';
import { countRequest } from '../account-record/throttle.repository.ts';
import type { Context } from '../context.ts';
import { knownDevice } from '../account-record/known-device.ts';
import type { Account } from '../account-record/users.repository.ts';
import { insertCode, lockAccountKey, mayRequestCode, voidLiveCode } from './password-resets.repository.ts';
import { digitsFor, inTurn, lockTarget, type Target } from './reset-codes.ts';

const CODE_MINUTES = 10;

/** A code with its digits, which are stored nowhere. */
export interface Code {
  readonly id: string;
  readonly digits: string;
  readonly expires: Date;
}

/** Counts a request of an address; 429 when it asks too often. A known device has a budget of its own. */
export async function countResetRequest(context: Context, email: string, origin: Caller): Promise<void> {
  if (await knownDevice(context, email, origin)) return;
  const network = networkOf(origin.address);
  const wait = await countRequest(context.database.knex, 'reset_address', network, context.resetPerAddress);
  if (wait > 0) throw tooMany(wait);
}

/** Makes a code under the keys of an account or an unknown identifier; the one before ends. */
export async function makeCode(
  context: Context,
  trx: Db,
  { account, key }: Pick<Target, 'account' | 'key'>,
  minutes = CODE_MINUTES,
): Promise<Code> {
  const id = uuidv7();
  const salt = randomBytes(16);
  const digits = digitsFor(context, key, { id, salt });
  await voidLiveCode(trx, key);
  const hash = context.hash('reset-code', `${key}:${digits}`, salt);
  const row = { id, accountKey: key, userId: account?.id ?? null, salt, hash, minutes };
  return { id, digits, expires: await insertCode(trx, row) };
}

/** Requests the message with a code, by WhatsApp, or by letter to an address that is proved; without either it has no recipient. */
export async function publishCode(
  context: Context,
  trx: Db,
  { id, digits, expires }: Code,
  way: { readonly phone: string | null } | { readonly letterTo: Pick<Account, 'id' | 'email'> | null },
  origin: Caller,
): Promise<void> {
  const byLetter = 'letterTo' in way;
  const taker = byLetter ? way.letterTo : null;
  await context.outbox.publish(
    trx,
    'message.requested',
    {
      dedupeKey: `reset-code:${id}${byLetter ? ':letter' : ''}`,
      kind: 'reset_code',
      to: byLetter ? null : way.phone,
      ...(taker && { accountId: null, letter: { email: taker.email, userId: taker.id } }),
      params: { code: digits },
      priority: 'code',
      expiresAt: expires.toISOString(),
    },
    { requestId: origin.requestId },
  );
}

/**
 * Sends a code to the account's phone. An unknown e-mail gets the same rows, counters and outbox row, only without a
 * recipient, so that the time of the response does not tell which accounts exist. 429 when the address asks too often.
 */
export async function requestResetCode(context: Context, email: string, origin: Caller): Promise<void> {
  await countResetRequest(context, email, origin);
  await inTurn(context, email, origin, async (trx) => {
    const target = await lockTarget(context, trx, email, origin);
    await lockAccountKey(trx, target.key);
    if (!(await mayRequestCode(trx, target, context.resetLimits))) return;
    const code = await makeCode(context, trx, target);
    await publishCode(context, trx, code, { phone: target.account?.contact_phone ?? null }, origin);
  });
}
