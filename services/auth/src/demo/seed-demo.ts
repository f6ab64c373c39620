import type { Database, Db } from '@gerbang/service-kit/data/database';
import type { Outbox } from '@gerbang/service-kit/events/outbox';
import { ConfigError } from '@gerbang/service-kit/program/config';
import { uuidv7 } from 'uuidv7';
import { audit } from '@gerbang/service-kit/audit/audit';
import { publishAccount } from '../account-record/account-events.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-people.ts';
import type { PasswordHasher } from '../account-record/password-hasher.ts';
import { hasDemoAccount, insertDemoAccount } from '../account-record/users.repository.ts';

/** Inserts the demo accounts that are missing, all or those of these roles; returns how many. */
export async function seedDemo(
  database: Database,
  outbox: Outbox,
  hasher: PasswordHasher,
  roles: readonly string[] = [],
): Promise<number> {
  let made = 0;
  const wantedAccounts = DEMO_ACCOUNTS.filter(({ role }) => roles.length === 0 || roles.includes(role));
  for (const { email, name, role, phone } of wantedAccounts) {
    const password_hash = await hasher.hash(DEMO_PASSWORD);
    made += await database.transaction(async (trx) => {
      const wanted = { id: uuidv7(), email, name, role, contact_phone: phone, password_hash };
      const row = await insertDemoAccount(trx, wanted);
      if (!row) return 0;
      await audit(trx, { action: 'demo.seeded', actor: null, subject: row.id, details: { role } });
      await publishAccount(outbox, trx, row);
      return 1;
    });
  }
  return made;
}

/** Throws outside the local run when the database holds demo accounts, because their password is public. */
export async function refuseDemoAccounts(db: Db, localRun: boolean): Promise<void> {
  if (localRun || !(await hasDemoAccount(db))) return;
  throw new ConfigError(
    'The database holds demo accounts (contoh.sch.id). Delete them before starting outside the local run.',
  );
}
