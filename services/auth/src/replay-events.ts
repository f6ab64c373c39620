import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { storeSchema } from './config.ts';
import { replayAccounts } from './accounts/replay.ts';

/** Program: tells the others of every account once more, for copies that are new or were lost. */
const config = parseConfig(storeSchema);
const database = createDatabase(config.DATABASE_URL, { name: 'auth-replay', max: 2 });
try {
  const told = await replayAccounts(database, createOutbox(createSealer(config.BUS_KEYS)));
  process.stdout.write(`${told} accounts told again\n`);
} finally {
  await database.close();
}
