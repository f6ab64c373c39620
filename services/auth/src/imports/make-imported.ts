import { randomBytes } from 'node:crypto';
import type { makeImportedFamily as call } from '@gerbang/contracts/internal-calls';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { z } from 'zod';
import { publishAccount } from '../account-record/account-events.ts';
import { conflict } from '../account-record/conflicts.ts';
import { insertFamily } from '../account-record/counter-accounts.repository.ts';
import { holdersOf, lockNumber } from '../account-record/holders.repository.ts';
import { orTaken } from '../account-record/taken.repository.ts';
import { accountById, identifierHeld } from '../account-record/users.repository.ts';
import type { Context } from '../context.ts';

type Body = z.output<(typeof call)['body']>;
type Made = z.input<(typeof call)['response']>;

const hashes = new WeakMap<Context['hasher'], Promise<string>>();

/** The hash of a password that no person knows, made once: a list of 2,000 families would else hash for minutes. */
function unknownHash({ hasher }: Context): Promise<string> {
  const known = hashes.get(hasher);
  if (known) return known;
  const made = hasher.hash(randomBytes(32).toString('base64url')).catch((error: unknown) => {
    // Refused in a rush of logins: the next family asks again.
    hashes.delete(hasher);
    throw error;
  });
  hashes.set(hasher, made);
  return made;
}

/** The family that holds the number; undefined where no account does, 409 where only a member of staff does. */
async function holderOf(trx: Db, phone: string): Promise<string | undefined> {
  const holders = (await holdersOf(trx, phone)).toSorted((a, b) => Number(b.proved) - Number(a.proved));
  const accounts = await Promise.all(holders.map(({ id }) => accountById(trx, id)));
  const family = accounts.find((account) => account?.role === 'wali_murid');
  if (!family && holders.length > 0) throw conflict('phone_taken', 'Nomor ini dipakai akun staf');
  return family?.id;
}

/**
 * The account of a family that a list names: the one that holds the number, or a new one of this id without a password. The
 * same id again makes nothing more. An e-mail that another account has is left out.
 */
export async function makeImported(context: Context, body: Body, origin: Origin): Promise<Made> {
  const { id, import_id, name, phone, actor } = body;
  const password_hash = await unknownHash(context);
  return orTaken('phone', () =>
    context.database.transaction(async (trx): Promise<Made> => {
      await lockNumber(trx, phone);
      if (await accountById(trx, id)) return { user_id: id, made: true, email_left: false };
      const holder = await holderOf(trx, phone);
      if (holder !== undefined) return { user_id: holder, made: false, email_left: false };
      const email = body.email !== null && (await identifierHeld(trx, body.email)) ? null : body.email;
      const family = { id, name, phone, email, password_hash };
      const account = await insertFamily(trx, family, actor.id, import_id);
      await audit(trx, { action: 'family.made', actor, subject: id, details: { import: import_id }, origin });
      await publishAccount(context.outbox, trx, account, origin.requestId);
      return { user_id: id, made: true, email_left: email !== body.email };
    }),
  );
}
