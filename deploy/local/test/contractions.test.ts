import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationFiles } from '@gerbang/service-kit/data/migration-list';
import { contractionsOf } from './contractions.ts';
import { projectRoot } from '../src/paths.ts';

const services = readdirSync(join(projectRoot, 'services')).map((name) => `services/${name}/migrations`);
const migrations = ['gateway/migrations', ...services].flatMap((folder) =>
  migrationFiles(join(projectRoot, folder)).map((name) => [name, join(projectRoot, folder, name)] as const),
);

test('when a migration takes something away from the programs of the release before, then it says why that is safe', () => {
  expect(migrations.length).toBeGreaterThanOrEqual(6);
  const found = migrations.map(([name, path]) => [name, contractionsOf(readFileSync(path, 'utf8'))] as const);
  expect(found.filter(([, all]) => all.length > 0)).toEqual([]);
});

const migration = (sql: string, before = '') =>
  `${before}export async function up(knex: Knex) { await knex.raw(\`${sql}\`); }
   export async function down(knex: Knex) { await knex.raw('drop table children'); }`;

test.each([
  'drop table children',
  'alter table children drop column name',
  'alter table children rename column name to full_name',
  'alter table children rename to kids',
  'alter table children alter column name type varchar(100)',
  'alter table children alter column name set not null',
  'alter table children alter column name drop default',
  'alter table children add column hobby text not null',
  'alter table children add column a text not null default 1, add column hobby text not null',
  'alter table children add constraint named check (name is not null)',
  'create unique index children_name on children (name)',
])('when a migration says %j, then it needs a reason', (sql) => {
  expect(contractionsOf(migration(sql))).toHaveLength(1);
  expect(contractionsOf(migration(sql, '// Contracts: no program since 1.4 reads it.\n'))).toEqual([]);
});

test.each([
  'create table pets (id uuid not null); create unique index pets_id on pets (id)',
  'alter table children add column hobby text',
  "alter table children add column hobby text not null default ''",
  'alter table children alter column name drop not null',
  'create index children_name on children (name)',
  'drop index children_name',
])('when a migration says %j, then programs of the release before go on', (sql) => {
  expect(contractionsOf(migration(sql))).toEqual([]);
});
