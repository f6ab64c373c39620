import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { storeSchema } from './config.ts';
import { replayRegistrations } from './registrations/registration-events.ts';

/** Program: tells how every registration stands once more, for a service that keeps copies and lost or never had them. */
const config = parseConfig(storeSchema);
const database = createDatabase(config.DATABASE_URL, { name: 'admission-replay', max: 2 });
try {
  const told = await replayRegistrations({ database, outbox: createOutbox(createSealer(config.BUS_KEYS)) });
  process.stdout.write(`${told} registrations told again\n`);
} finally {
  await database.close();
}
