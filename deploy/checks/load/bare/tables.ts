import type { Stack } from '@gerbang/local/stack';
import { withClient } from '../families.ts';

const TABLES = [
  'accounts',
  'parents',
  'children',
  'registration_counters',
  'registrations',
  'registration_numbers',
  'registration_stages',
  'files',
  'audit_events',
  'outbox',
];
/** With them, as in the service's own tables, a write looks whether what it points at is there. */
const REFERENCES = [
  ['children', 'parent_id', 'parents'],
  ['registrations', 'child_id', 'children'],
  ['registration_numbers', 'registration_id', 'registrations'],
  ['registration_stages', 'registration_id', 'registrations'],
  ['registration_stages', 'child_id', 'children'],
] as const;
const FILLED = ['accounts', 'parents', 'children', 'registration_counters', 'registrations'];

/**
 * Copies of admission's tables with their indexes and rows, in a schema of their own in the same database: the bare
 * service writes there, so that no relay carries what it wrote. Answers the address that leads there.
 */
export async function copyTables(stack: Stack): Promise<string> {
  const service = new URL(stack.databaseUrls.admission);
  const owner = new URL(stack.ownerUrl);
  owner.pathname = service.pathname;
  const role = `"${decodeURIComponent(service.username)}"`;
  await withClient(owner.href, async (client) => {
    await client.query('drop schema if exists bare cascade; create schema bare');
    for (const table of TABLES)
      await client.query(`create table bare.${table} (like public.${table} including all)`);
    for (const table of FILLED) await client.query(`insert into bare.${table} select * from public.${table}`);
    for (const [table, column, target] of REFERENCES)
      await client.query(
        `alter table bare.${table} add foreign key (${column}) references bare.${target} (id)`,
      );
    await client.query(`grant usage on schema bare to ${role}; analyze`);
    await client.query(`grant all on all tables in schema bare to ${role}`);
  });
  service.searchParams.set('options', '-c search_path=bare');
  return service.href;
}
