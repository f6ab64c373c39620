import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { previewRetention, trailRule } from '@gerbang/service-kit/data/retention';
import { storeSchema } from './config.ts';

/** Program: says what the next run of retention would end in this service; touches nothing. */
const config = parseConfig(storeSchema);
const database = createDatabase(config.DATABASE_URL, { name: 'announcement-preview-retention', max: 2 });
try {
  const counts = await previewRetention(database.knex, [trailRule(database)]);
  process.stdout.write(`announcement: ${JSON.stringify(counts)}\n`);
} finally {
  await database.close();
}
