import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { previewRetention } from '@gerbang/service-kit/data/retention';
import { configSchema } from './config.ts';
import { buildContext } from './context.ts';
import { retentionRules } from './retention/retention.ts';

/** Program: says what the next run of retention would end in this service; touches nothing. */
const config = parseConfig(configSchema);
const database = createDatabase(config.DATABASE_URL, { name: 'admission-preview-retention', max: 2 });
try {
  const context = buildContext(config, database, createLogger('admission-preview', 'warn'));
  const counts = await previewRetention(database.knex, retentionRules(context));
  process.stdout.write(`admission: ${JSON.stringify(counts)}\n`);
} finally {
  await database.close();
}
