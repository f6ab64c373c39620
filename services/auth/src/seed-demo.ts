import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { storeSchema } from './config.ts';
import { seedDemo } from './demo-accounts.ts';
import { PasswordHasher } from './passwords/password-hasher.ts';

/** Program: makes the demo accounts that are missing. Runs in the local run only. */
const config = parseConfig(storeSchema);
if (!config.LOCAL_RUN) {
  process.stderr.write('Demo accounts are for the local run (LOCAL_RUN=1) only.\n');
  process.exit(1);
}
const database = createDatabase(config.DATABASE_URL, { name: 'auth-seed', max: 2 });
const outbox = createOutbox(createSealer(config.BUS_KEYS));
try {
  const made = await seedDemo(database, outbox, await PasswordHasher.create(config.PASSWORD_PEPPER, 1));
  process.stdout.write(`${made} demo accounts made\n`);
} finally {
  await database.close();
}
