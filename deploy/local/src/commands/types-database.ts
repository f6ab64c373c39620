import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { migrate } from '@gerbang/service-kit/data/migrate';
import { keptRowTypes, rowTypesOf } from '@gerbang/service-kit/data/row-types';
import { DATABASES, migrationTargets } from '../databases.ts';
import { projectRoot } from '../paths.ts';
import { startPostgres } from '../postgres.ts';

// Above the limit of a service: a busy machine takes seconds for `create database`.
const PATIENCE = { waitMs: 60_000 };

/** `npm run types:database`: migrates empty databases and writes the row types of each program that has one. */
export async function run(): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'gerbang-types-'));
  chmodSync(home, 0o755);
  const postgres = await startPostgres({
    dataDir: join(home, 'postgres'),
    password: randomBytes(18).toString('base64url'),
    logFile: join(home, 'postgres.log'),
    durable: false,
  });
  const owner = createDatabase(postgres.url, PATIENCE);
  try {
    const urls = Object.fromEntries(DATABASES.map((name) => [name, `postgres://${name}@127.0.0.1/${name}`]));
    for (const { database, directory, url } of migrationTargets(postgres.url, urls)) {
      await owner.knex.raw('create database ??', [database]);
      await migrate({ url, directory });
      const migrated = createDatabase(url, PATIENCE);
      const source = await rowTypesOf(migrated.knex);
      await migrated.close();
      const kept = keptRowTypes(directory);
      if (kept.source === source) continue;
      writeFileSync(kept.file, source);
      console.log(`wrote ${relative(projectRoot, kept.file)}`);
    }
  } finally {
    await owner.close();
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  }
  return 0;
}
