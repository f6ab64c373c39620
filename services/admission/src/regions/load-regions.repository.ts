import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';

const PACKAGE = 'idn-area-data';
const TABLES = {
  provinces: 'code, name',
  regencies: 'code, province_code, name',
  districts: 'code, regency_code, name',
  villages: 'code, district_code, name',
} as const;

/**
 * Fills the tables of the regions of Indonesia by COPY from the data that the package brings. A newer edition of the
 * package comes with a migration of its own; `comment on table provinces` names the edition.
 */
export async function loadRegions(knex: Knex): Promise<void> {
  const load = createRequire(import.meta.url);
  const manifest = load.resolve(`${PACKAGE}/package.json`);
  // Inside a migration this is the connection of the migration's own transaction.
  const connection: ClientBase = await knex.client.acquireConnection();
  for (const [table, columns] of Object.entries(TABLES)) {
    const file = join(dirname(manifest), 'data', `${table}.csv`);
    const copy = from(`copy ${table} (${columns}) from stdin with (format csv, header true)`);
    await pipeline(createReadStream(file), connection.query(copy));
  }
  const { version } = load(manifest) as { version: string };
  await knex.raw(`
    comment on table provinces is '${PACKAGE} ${version.replace(/[^\w.-]/gu, '')}';
    analyze provinces, regencies, districts, villages;
  `);
}
