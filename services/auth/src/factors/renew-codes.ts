import type { Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { unauthorized } from '@gerbang/service-kit/http/problems';
import { conflict } from '../account-record/conflicts.ts';
import type { Context } from '../context.ts';
import { lockAccount } from '../account-record/users.repository.ts';
import { noteNewCodes } from './factor-notices.ts';
import { hasFactor, replaceRecoveryCodes } from '../account-record/factors.repository.ts';
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts';

/** Gives a locked account ten recovery codes in place of all it had; they are shown once and stored as hashes. */
export async function replaceCodes(context: Context, trx: Db, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryHash(context.hash, userId, code));
  await replaceRecoveryCodes(trx, userId, hashes);
  return codes;
}

/** New recovery codes on the owner's wish. 409 where no factor is set: without one they open nothing. */
export async function renewCodes(context: Context, userId: string, origin: Origin): Promise<string[]> {
  return context.database.transaction(async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account) throw unauthorized();
    if (!(await hasFactor(trx, userId))) {
      throw conflict('no_factor', 'Aktifkan verifikasi dua langkah terlebih dahulu.');
    }
    const codes = await replaceCodes(context, trx, userId);
    await noteNewCodes(context, trx, account, origin);
    return codes;
  });
}
