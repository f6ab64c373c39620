import type { Database } from '@gerbang/service-kit/data/database';
import type { Outbox } from '@gerbang/service-kit/events/outbox';
import { uuidv7 } from 'uuidv7';
import { audit } from '@gerbang/service-kit/audit/audit';
import { publishAccount } from './accounts/account-events.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-people.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import { type Account, ACCOUNT_COLUMNS } from './users/users.repository.ts';

/** Puts the demo accounts into the database where they are missing; returns how many were made. */
export async function seedDemo(database: Database, outbox: Outbox, hasher: PasswordHasher): Promise<number> {
  let made = 0;
  for (const { email, name, role, phone } of DEMO_ACCOUNTS) {
    const password_hash = await hasher.hash(DEMO_PASSWORD);
    made += await database.transaction(async (trx) => {
      const [row] = await trx('users')
        .insert({ id: uuidv7(), email, name, role, contact_phone: phone, password_hash, demo: true })
        .onConflict()
        .ignore()
        .returning<Account[]>(ACCOUNT_COLUMNS);
      if (!row) return 0;
      await audit(trx, { action: 'demo.seeded', actor: null, subject: row.id, details: { role } });
      await publishAccount(outbox, trx, row);
      return 1;
    });
  }
  return made;
}
