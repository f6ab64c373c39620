import type { Role } from '@gerbang/domain/roles';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Outbox } from '@gerbang/service-kit/events/outbox';
import { uuidv7 } from 'uuidv7';
import { audit } from '@gerbang/service-kit/audit/audit';
import { publishAccount } from './accounts/account-events.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import { type Account, ACCOUNT_COLUMNS } from './users/users.repository.ts';

export const DEMO_PASSWORD = 'contoh-gerbang-2026';

interface DemoAccount {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly phone: string;
}

/** One account a role, with phones that stay the same, so that codes can be read in the simulator. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { email: 'wali', name: 'Rahma Aulia', role: 'wali_murid', phone: '+6281110000001' },
  { email: 'cs', name: 'Dewi Lestari', role: 'cs', phone: '+6281110000002' },
  { email: 'finance', name: 'Budi Santoso', role: 'finance', phone: '+6281110000003' },
  { email: 'pendidikan', name: 'Siti Nurhaliza', role: 'staff_pendidikan', phone: '+6281110000004' },
  { email: 'tu', name: 'Agus Wijaya', role: 'staff_tu', phone: '+6281110000005' },
  { email: 'kepala', name: 'Hendra Gunawan', role: 'manager_pendidikan', phone: '+6281110000006' },
  { email: 'admin', name: 'Maya Kusuma', role: 'admin', phone: '+6281110000007' },
  { email: 'it', name: 'Rizky Pratama', role: 'it', phone: '+6281110000008' },
].map((account) => ({ ...account, role: account.role as Role, email: `${account.email}@contoh.sch.id` }));

/** Puts the demo accounts into the database where they are missing; answers how many were made. */
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
