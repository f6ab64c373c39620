import type { register } from '@gerbang/contracts/accounts';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { refuseCommon, refuseOwnData } from '../passwords/password-policy.ts';
import {
  type Account,
  holdersOf,
  insertAccount,
  lockNumber,
  orTaken,
  refuseTaken,
} from '../users/users.repository.ts';
import { perAddress } from '../config.ts';
import { networkOf } from '@gerbang/service-kit/http/network';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { countRequest } from './throttle.repository.ts';
import { publishAccount } from './account-events.ts';

/** Registers a family's account, always with the role wali_murid; 409 when the e-mail is taken or the phone is proved elsewhere. */
export async function registerAccount(
  context: Context,
  body: z.output<(typeof register)['body']>,
  origin: Origin,
): Promise<Account> {
  const { name, phone, email, password } = body;
  refuseCommon(password, 'password', context.common);
  refuseOwnData(password, 'password', { name, email, phone });
  // Before anything tells whether an account exists: a refusal counts as well.
  const perHour = perAddress(context.config, context.config.REGISTRATIONS_PER_ADDRESS);
  const wait = await countRequest(context.database.knex, 'registration', networkOf(origin.address), perHour);
  if (wait > 0) throw tooMany(wait);
  await refuseTaken(context.database.knex, { email, phone }, 'phone', { unprovedToo: false });
  const password_hash = await context.hasher.hash(password);
  return orTaken('phone', () =>
    context.database.transaction(async (trx) => {
      await lockNumber(trx, phone);
      await refuseTaken(trx, { email, phone }, 'phone', { unprovedToo: false });
      // Held by an account that has not proved it: the number goes to whichever proves it first.
      const isHeld = (await holdersOf(trx, phone)).length > 0;
      const account = await insertAccount(trx, {
        id: uuidv7(),
        name,
        email,
        role: 'wali_murid',
        contact_phone: isHeld ? null : phone,
        pending_phone: isHeld ? phone : null,
        password_hash,
      });
      await audit(trx, { action: 'account.registered', actor: account, subject: account.id, origin });
      await publishAccount(context.outbox, trx, account, origin.requestId);
      return account;
    }),
  );
}
