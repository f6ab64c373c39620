import pg from 'pg';
import { databasePassword, type Secrets } from './secrets.ts';

export const DATABASES = ['auth', 'notification', 'gateway', 'queue'] as const;
export type DatabaseName = (typeof DATABASES)[number];

/**
 * Makes one database and one role a service (architecture, 'Services share nothing but contracts'), each role with
 * access to its own database only. Answers the URL of each.
 */
export async function prepareDatabases(
  ownerUrl: string,
  secrets: Secrets,
  prefix = 'gerbang',
): Promise<Record<DatabaseName, string>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const rows = await client.query<{ datname: string }>('select datname from pg_database');
    const present = new Set(rows.rows.map((row) => row.datname));
    const urls: Partial<Record<DatabaseName, string>> = {};
    for (const database of DATABASES) {
      const name = `${prefix}_${database}`;
      const password = databasePassword(secrets, database);
      await prepareRole(client, name, password);
      if (!present.has(name)) {
        await client.query(
          `create database ${quoted(name)} owner ${quoted(name)} encoding 'UTF8' template template0`,
        );
      }
      await client.query(`revoke all on database ${quoted(name)} from public`);
      urls[database] = urlFor(ownerUrl, name, password);
    }
    return urls as Record<DatabaseName, string>;
  } finally {
    await client.end();
  }
}

async function prepareRole(client: pg.Client, name: string, password: string): Promise<void> {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [name]);
  const verb = found.rowCount ? 'alter' : 'create';
  await client.query(`${verb} role ${quoted(name)} login password ${client.escapeLiteral(password)}`);
  // An owner that is no superuser may hand a database only to a role it belongs to.
  await client.query(`grant ${quoted(name)} to current_user`);
}

/** Drops what `prepareDatabases` made. */
export async function dropDatabases(ownerUrl: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const database of DATABASES) {
      await client.query(`drop database if exists ${quoted(`${prefix}_${database}`)} with (force)`);
      await client.query(`drop role if exists ${quoted(`${prefix}_${database}`)}`);
    }
  } finally {
    await client.end();
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function urlFor(ownerUrl: string, name: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = name;
  url.password = password;
  url.pathname = `/${name}`;
  return url.href;
}
