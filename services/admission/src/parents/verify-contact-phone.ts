import { refusedField, tooMany, conflict } from '@gerbang/service-kit/http/problems';
import type { Parent } from '@gerbang/contracts/parents';
import { audit } from '@gerbang/service-kit/audit/audit';
import { sameHash, keyedHash } from '@gerbang/service-kit/data/keyed-hash';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { randomBytes, randomInt } from 'node:crypto';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import {
  claimContactTry,
  consumeContactCode,
  type LiveContactCode,
  returnContactTry,
  insertContactCode,
  lockCounter,
  secondsToWait,
  voidContactCodes,
  type Window,
} from './contact-codes.repository.ts';
import { assertPassword, claimLoginPhone } from './login-phone.client.ts';
import {
  isLoginPhone,
  lockOwnParent,
  markPhoneVerified,
  ownParent,
  type ParentRecord,
} from './parents.repository.ts';
import { toParent } from './parents.view.ts';
import { networkOf } from '@gerbang/service-kit/http/network';
import { localLimit } from '../config.ts';

/** The profile with a number that can be verified: 422 without a number, 409 where it is verified already. */
function withPhone(record: ParentRecord | undefined): ParentRecord & { readonly contact_phone: string } {
  const phone = record?.contact_phone ?? null;
  if (!record || phone === null) {
    throw refusedField('no_contact_phone', 'contact_phone', 'Simpan nomor kontak terlebih dahulu');
  }
  if (record.contact_phone_verified_at !== null) {
    throw conflict('already_verified', 'Nomor kontak ini sudah terverifikasi.');
  }
  return { ...record, contact_phone: phone };
}

/** The hash that a code is stored as. */
const codeHash = (context: Context, userId: string, phone: string, code: string, salt: Buffer) =>
  keyedHash(context.config.CODE_KEY)('contact-code', `${userId}:${phone}:${code}`, salt);

const CODE_MINUTES = 10;
const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

const addressKey = (context: Context, address: string) =>
  keyedHash(context.config.CODE_KEY)('address', networkOf(address)).toString('base64url');

/** 429 over the limits of the account, of the number over all accounts, and of the address. */
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
  const anHour = [{ limit: localLimit(config, config.CONTACT_CODES_PER_ADDRESS), seconds: HOUR }];
  const aDay = [{ limit: config.CONTACT_CODES_PER_NUMBER, seconds: DAY }];
  // What strangers ask for must not use up the codes of the account that logs in by the number.
  const isOwn = await isLoginPhone(trx, asked.userId, asked.phone);
  await lockCounter(trx, 'phone', asked.phone);
  await lockCounter(trx, 'address_key', asked.address);
  const wait = Math.max(
    await secondsToWait(trx, 'user_id', asked.userId, windows),
    // The owner of a number is not flooded, however many accounts name it.
    isOwn ? 0 : await secondsToWait(trx, 'phone', asked.phone, aDay),
    await secondsToWait(trx, 'address_key', asked.address, anHour),
  );
  if (wait > 0) throw tooMany(wait);
}

/** 422 without the password where the number would be a second one to log in with: a session alone must not add it. */
async function assertMayAdd(context: Context, caller: Caller, { sessionId, password }: Proof): Promise<void> {
  const db = context.database.knex;
  const { contact_phone: phone } = withPhone(await ownParent(db, caller.id));
  if (await isLoginPhone(db, caller.id, phone)) return;
  if (password === undefined) {
    throw refusedField('password_required', 'password', 'Masukkan password Anda untuk menambah nomor masuk');
  }
  const proof = { userId: caller.id, sessionId, password };
  await assertPassword(context, proof, caller.origin.requestId);
}

/** The session of the call, and the password where one was typed. */
export interface Proof {
  readonly sessionId: string;
  readonly password: string | undefined;
}

/** Sends a code to the stored contact phone, which is the number to be verified. */
export async function sendContactCode(context: Context, caller: Caller, proof: Proof): Promise<void> {
  await assertMayAdd(context, caller, proof);
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

function wrongCode(): never {
  throw refusedField('wrong_code', 'otp', 'Kode OTP tidak valid atau sudah kadaluarsa');
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
