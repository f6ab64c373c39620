import { createUser } from '@gerbang/contracts/users';
import { isOwnData } from '@gerbang/domain/passwords';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Outbox } from '@gerbang/service-kit/events/outbox';
import { uuidv7 } from 'uuidv7';
import { audit } from '@gerbang/service-kit/audit/audit';
import { publishAccount } from '../account-record/account-events.ts';
import type { PasswordHasher } from '../account-record/password-hasher.ts';
import { type Account, insertAccount } from '../account-record/users.repository.ts';
import { orTaken } from '../account-record/taken.repository.ts';
import { tellAdmins } from './tell-admins.ts';

export interface Administrator {
  readonly email: string;
  readonly name: string;
  readonly phone?: string;
  readonly password: string;
}

/** Creates an administrator by the rules of `createUser`; the password is temporary. */
export async function createAdministrator(
  database: Database,
  outbox: Outbox,
  hasher: PasswordHasher,
  wanted: Administrator,
): Promise<Account> {
  const { phone, ...rest } = wanted;
  const body = createUser.body.parse({ ...rest, role: 'admin', contact_phone: phone ?? null });
  const contact_phone = body.contact_phone ?? null;
  if (isOwnData(body.password, { ...body, phone: contact_phone })) {
    throw new Error('Password tidak boleh sama dengan nama, email, atau nomor telepon');
  }
  const password_hash = await hasher.hash(body.password);
  return orTaken('contact_phone', () =>
    database.transaction(async (trx) => {
      const { name, email, role } = body;
      const account = await insertAccount(trx, {
        id: uuidv7(),
        name,
        email,
        role,
        contact_phone,
        password_hash,
        must_change_password: true,
      });
      await audit(trx, { action: 'user.created', actor: null, subject: account.id, details: { role } });
      await publishAccount(outbox, trx, account);
      await tellAdmins({ outbox }, trx, account, 'created');
      return account;
    }),
  );
}
