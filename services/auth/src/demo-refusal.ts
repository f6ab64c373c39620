import { ConfigError } from '@gerbang/service-kit/program/config';
import type { Db } from '@gerbang/service-kit/data/database';
import { hasDemoAccount } from './users/users.repository.ts';

/** Refuses to start with demo accounts outside the local run: their password is public. */
export async function refuseDemoAccounts(db: Db, localRun: boolean): Promise<void> {
  if (localRun || !(await hasDemoAccount(db))) return;
  throw new ConfigError(
    'The database holds demo accounts (contoh.sch.id). Delete them before starting outside the local run.',
  );
}
