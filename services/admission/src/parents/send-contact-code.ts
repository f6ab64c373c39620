import { randomBytes, randomInt } from 'node:crypto';
import type { Db } from '@gerbang/service-kit/data/database';
import { keyedHash } from '@gerbang/service-kit/data/keyed-hash';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { perAddress } from '../config.ts';
import type { Context } from '../context.ts';
import {
  insertContactCode,
  lockCounter,
  secondsToWait,
  voidContactCodes,
  type Window,
} from './contact-codes.repository.ts';
import { codeHash, withPhone } from './contact-phone-rules.ts';
import { lockOwnParent } from './parents.repository.ts';

const CODE_MINUTES = 10;
const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

const addressKey = (context: Context, address: string) =>
  keyedHash(context.config.CODE_KEY)('address', address).toString('base64url');

/** 429 over the limits of the account, the number and the address. */
async function refuseTooMany(
  context: Context,
  trx: Db,
  asked: { readonly userId: string; readonly phone: string; readonly address: string },
): Promise<void> {
  const { config } = context;
  const windows: readonly Window[] = [
    { limit: config.CONTACT_CODES_PER_MINUTE, seconds: MINUTE },
    { limit: config.CONTACT_CODES_PER_HOUR, seconds: HOUR },
    { limit: config.CONTACT_CODES_PER_DAY, seconds: DAY },
  ];
  const anHour = [{ limit: perAddress(config, config.CONTACT_CODES_PER_ADDRESS), seconds: HOUR }];
  await lockCounter(trx, 'phone', asked.phone);
  await lockCounter(trx, 'address_key', asked.address);
  const wait = Math.max(
    await secondsToWait(trx, 'user_id', asked.userId, windows),
    // The owner of a number is not flooded, however many accounts name it.
    await secondsToWait(trx, 'phone', asked.phone, windows),
    await secondsToWait(trx, 'address_key', asked.address, anHour),
  );
  if (wait > 0) throw tooMany(wait);
}

/** Sends a code to the stored contact phone, which is the number to be verified. */
export async function sendContactCode(context: Context, caller: Caller): Promise<void> {
  await context.database.transaction(async (trx) => {
    const { contact_phone: phone } = withPhone(await lockOwnParent(trx, caller.id));
    const address = addressKey(context, caller.origin.address);
    await refuseTooMany(context, trx, { userId: caller.id, phone, address });
    const id = uuidv7();
    const code = randomInt(1_000_000).toString().padStart(6, '0');
    const salt = randomBytes(16);
    await voidContactCodes(trx, caller.id);
    const expires = await insertContactCode(trx, {
      id,
      userId: caller.id,
      phone,
      salt,
      hash: codeHash(context, caller.id, phone, code, salt),
      addressKey: address,
      minutes: CODE_MINUTES,
    });
    await context.outbox.publish(
      trx,
      'message.requested',
      {
        dedupeKey: `contact-code:${id}`,
        kind: 'phone_verification',
        to: phone,
        params: { code },
        priority: 'code',
        expiresAt: expires.toISOString(),
      },
      { requestId: caller.origin.requestId },
    );
  });
}
