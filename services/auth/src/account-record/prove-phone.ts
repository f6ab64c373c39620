import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { voidCodes, voidPhoneCodes } from './live-codes.repository.ts';
import { publishAccount, type Publishing } from './account-events.ts';
import { conflict } from './conflicts.ts';
import { type Account, changeAccount, lockAccount } from './users.repository.ts';
import { holdersOf, lockNumber } from './holders.repository.ts';

const TAKEN = 'Nomor ini sudah digunakan akun lain';

/** Whether another account than `self` has proved the number. */
export async function isProvedElsewhere(db: Db, phone: string, self: string): Promise<boolean> {
  return (await holdersOf(db, phone)).some(({ id, proved }) => id !== self && proved);
}

/** 409 `phone_taken` for a number that another account has proved. */
export async function refuseProvedElsewhere(db: Db, phone: string, self: string): Promise<void> {
  if (await isProvedElsewhere(db, phone, self)) {
    throw conflict('phone_taken', TAKEN, [{ path: 'phone', message: TAKEN }]);
  }
}

/**
 * Takes a number away from the accounts that hold it without a proof, because the account `self` has proved it, or staff
 * checked its owner. They are asked for another number. 409 `phone_taken` when one of them has proved it.
 */
export async function freeNumber(
  context: Publishing,
  trx: Db,
  phone: string,
  self: string,
  origin: Origin | null,
  why: 'proved_by' | 'moved_to' = 'proved_by',
): Promise<void> {
  await lockNumber(trx, phone);
  await refuseProvedElsewhere(trx, phone, self);
  for (const { id } of await holdersOf(trx, phone)) {
    const holder = id === self ? undefined : await lockAccount(trx, id);
    if (!holder || holder.contact_phone !== phone) continue;
    if (holder.phone_verified_at !== null) throw conflict('phone_taken', TAKEN);
    const freed = await changeAccount(trx, id, { contact_phone: null });
    await voidCodes(trx, id);
    await voidPhoneCodes(trx, id);
    await audit(trx, {
      action: 'phone.freed',
      actor: null,
      subject: id,
      details: { [why]: self },
      ...(origin && { origin }),
    });
    await publishAccount(context.outbox, trx, freed, origin?.requestId);
  }
}

/** Marks the present number of a locked account as proved by a code that was sent to it and used; returns the account. */
export async function markPhoneProved(
  context: Publishing,
  trx: Db,
  account: Account,
  origin: Origin,
): Promise<Account> {
  if (account.contact_phone === null || account.phone_verified_at !== null) return account;
  const proved = await changeAccount(trx, account.id, { phoneProved: true });
  await audit(trx, { action: 'phone.verified', actor: proved, subject: proved.id, origin });
  await publishAccount(context.outbox, trx, proved, origin.requestId);
  return proved;
}
