import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { storeSchema } from './config.ts';
import { rotateMessages } from './rotation.ts';

/** Program: seals with the newest key what older keys sealed. `COLUMN_KEYS` holds both, the new one first. */
const config = parseConfig(storeSchema);
const database = createDatabase(config.DATABASE_URL, { name: 'notification-rotation', max: 2 });
try {
  const rotated = await rotateMessages(database, config.COLUMN_KEYS);
  process.stdout.write(`${rotated} messages sealed with the key ${config.COLUMN_KEYS[0]?.id}\n`);
} finally {
  await database.close();
}
