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
 * The regions of Indonesia, read by COPY from the data that the package brings. A newer edition of the package comes
 * with a migration of its own; `comment on table provinces` names the edition.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table provinces (code text primary key, name text not null);
    create table regencies (
      code text primary key,
      province_code text not null references provinces (code),
      name text not null
    );
    create table districts (
      code text primary key,
      regency_code text not null references regencies (code),
      name text not null
    );
    create table villages (
      code text primary key,
      district_code text not null references districts (code),
      name text not null
    );
  `);
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
  // The lists of the selects, in their order, and the look-up of a combination by its names.
  await knex.raw(`
    create index regencies_of_province on regencies (province_code, name);
    create index districts_of_regency on districts (regency_code, name);
    create index villages_of_district on villages (district_code, name);
    comment on table provinces is '${PACKAGE} ${version.replace(/[^\w.-]/gu, '')}';
    analyze provinces, regencies, districts, villages;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table villages, districts, regencies, provinces');
}
