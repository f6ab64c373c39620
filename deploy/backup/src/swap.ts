import type { DatabaseName, DatabaseUrls } from '@gerbang/local/databases';
import pg from 'pg';
import { quoted } from './database-source.ts';

const RESTORING = '_restoring';
const REPLACED = '_replaced';

export const nameOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1));

/** The URL of another database of the same cluster. */
export function at(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** The names under which the databases are restored before they take the real ones. */
export function asideOf(urls: DatabaseUrls): DatabaseUrls {
  return Object.fromEntries(
    Object.entries(urls).map(([name, url]) => [name, at(url, `${nameOf(url)}${RESTORING}`)]),
  );
}

/** Runs statements in the cluster as the owner. */
export async function asOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'gerbang-restore' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  return (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1;
}

/**
 * Tables that migrations and programs fill by themselves: with rows in these alone, an installation holds nothing that a
 * person has entered.
 */
const SELF_FILLED = [
  'migrations',
  'migrations_lock',
  'provinces',
  'regencies',
  'districts',
  'villages',
  'outbox',
  'outbox_events',
  'processed_events',
  'dues_feed',
  'retention_runs',
  'audit_anchors',
  'backup_runs',
  'send_pace',
  'limits',
  'document_types',
  'rubrics',
  'paper_start',
  'finance_digests',
];

/** Whether a database has rows in a table that programs do not fill by themselves. */
async function holdsData(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relname <> all($1)`,
    [SELF_FILLED],
  );
  if (rows.length === 0) return false;
  const each = rows.map(({ name }) => `exists (select from ${name})`);
  return (await client.query(`select ${each.join(' or ')} as holds`)).rows[0].holds as boolean;
}

/** The databases that already have data. The queue's has none: what it carries lies in the outboxes. */
export async function occupied(ownerUrl: string, urls: DatabaseUrls): Promise<DatabaseName[]> {
  const full: DatabaseName[] = [];
  for (const [name, url] of Object.entries(urls)) {
    if (name === 'queue') continue;
    const there = await asOwner(ownerUrl, (client) => exists(client, nameOf(url)));
    if (there && (await asOwner(at(ownerUrl, nameOf(url)), holdsData))) full.push(name as DatabaseName);
  }
  return full;
}

async function drop(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${quoted(name)} with (force)`);
}

/** Drops what an interrupted restore has left. */
export async function dropAside(ownerUrl: string, urls: DatabaseUrls): Promise<void> {
  await asOwner(ownerUrl, async (client) => {
    for (const url of Object.values(urls)) await drop(client, `${nameOf(url)}${RESTORING}`);
  });
}

async function rename(client: pg.Client, from: string, to: string): Promise<void> {
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from]);
  await client.query(`alter database ${quoted(from)} rename to ${quoted(to)}`);
}

/**
 * Gives the restored databases their real names and drops the earlier ones. A failure before the last rename undoes all
 * renames.
 */
export async function takeOver(ownerUrl: string, urls: DatabaseUrls): Promise<void> {
  await asOwner(ownerUrl, async (client) => {
    const undo: (() => Promise<void>)[] = [];
    const move = async (from: string, to: string) => {
      await rename(client, from, to);
      undo.push(() => rename(client, to, from));
    };
    const names = Object.values(urls).map(nameOf);
    try {
      for (const name of names) {
        await drop(client, `${name}${REPLACED}`);
        if (await exists(client, name)) await move(name, `${name}${REPLACED}`);
        await move(`${name}${RESTORING}`, name);
      }
    } catch (error) {
      for (const step of undo.reverse()) await step();
      throw error;
    }
    for (const name of names) await drop(client, `${name}${REPLACED}`);
  });
}
