import { rotateColumns } from '@gerbang/service-kit/data/column-rotation';
import { createColumns } from '@gerbang/service-kit/data/columns';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { sealedTables } from '@gerbang/service-kit/data/data-classes';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { storeSchema } from './config.ts';
import { DATA_CLASSES } from './data-classes.ts';

/** Program: seals with the newest key what older keys sealed. `COLUMN_KEYS` holds both, the new one first. */
const config = parseConfig(storeSchema);
const database = createDatabase(config.DATABASE_URL, { name: 'admission-rotation', max: 2 });
try {
  const columns = createColumns(config.COLUMN_KEYS, config.BLIND_INDEX_KEY);
  const rotated = await rotateColumns(database, columns, sealedTables(DATA_CLASSES));
  process.stdout.write(`${rotated} rows sealed with the key ${config.COLUMN_KEYS[0]?.id}\n`);
} finally {
  await database.close();
}
