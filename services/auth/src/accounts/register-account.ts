import type { register } from '@gerbang/contracts/accounts';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { refuseCommon, refuseOwnData } from '../account-record/password-policy.ts';
import type { Account, NewAccount } from '../account-record/users.repository.ts';
import { orTaken, refuse } from '../account-record/taken.repository.ts';
import { networkOf } from '@gerbang/service-kit/http/network';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { localLimit } from '../account-record/throttle.repository.ts';
import { verification } from '../account-record/verification-letters.ts';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { newAccountEvent } from '../account-record/account-events.ts';
import { countRegistration, lockNewAccount, writeAccount } from './new-account.repository.ts';

/** Pages put the time to wait in place of the last sentence; before it stands how a family on a shared Wi-Fi goes on now. */
const NETWORK_FULL =
  'Terlalu banyak pendaftaran akun dari jaringan ini, misalnya Wi-Fi yang dipakai bersama. Pakai paket data sendiri, atau minta bantuan petugas sekolah. Silakan coba lagi beberapa saat lagi.';

/** Registers a family's account, always with the role wali_murid; 409 when the e-mail is taken or the phone is proved elsewhere. */
export async function registerAccount(
  context: Context,
  body: z.output<(typeof register)['body']>,
  origin: Origin,
): Promise<Account> {
  const { name, phone, email, password } = body;
  refuseCommon(password, 'password', context.common);
  refuseOwnData(password, 'password', { name, email, phone });
  const { config, database, hasher, outbox, sendsLetters } = context;
  // Before anything tells whether an account exists: a refusal counts as well.
  const network = networkOf(origin.address);
  const most = localLimit(config, config.REGISTRATIONS_PER_ADDRESS);
  const coming = { network, most, day: jakartaDay(context.now()) };
  const found = await countRegistration(database.prepared, coming, { email, phone });
  const { began, wait } = found;
  if (began === null) throw tooMany(wait, NETWORK_FULL);
  refuse('phone', found);
  const password_hash = await hasher.hash(password);
  return orTaken('phone', () =>
    database.preparedTransaction(async (run) => {
      const taken = await lockNewAccount(run, { email, phone });
      refuse('phone', taken);
      const account: NewAccount = {
        id: uuidv7(),
        name,
        email,
        role: 'wali_murid',
        // Held by an account that has not proved it: the number goes to whichever proves it first.
        contact_phone: taken.held ? null : phone,
        pending_phone: taken.held ? phone : null,
        password_hash,
      };
      const trail = { action: 'account.registered', actor: account, subject: account.id, origin };
      const event = newAccountEvent(outbox, account, origin);
      const place = { network, began };
      if (!sendsLetters) return writeAccount(run, account, trail, { events: [event], links: [] }, place);
      const { row, letter } = verification(context, account, email, 'registration');
      const request = outbox.row('message.requested', letter, { requestId: origin.requestId });
      return writeAccount(run, account, trail, { events: [event, request], links: [row] }, place);
    }),
  );
}
