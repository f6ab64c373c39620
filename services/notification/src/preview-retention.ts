import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { previewRetention } from '@gerbang/service-kit/data/retention';
import { storeSchema } from './config.ts';
import { retentionRules } from './retention.ts';

/** Program: says what the next run of retention would end in this service; touches nothing. */
const config = parseConfig(storeSchema);
const database = createDatabase(config.DATABASE_URL, { name: 'notification-preview-retention', max: 2 });
try {
  const counts = await previewRetention(database.knex, retentionRules(database));
  process.stdout.write(`notification: ${JSON.stringify(counts)}\n`);
} finally {
  await database.close();
}
