import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { projectRoot } from './paths.ts';
import { databasePassword, type Secrets } from './secrets.ts';

// Any fixed number.
const PREPARE_LOCK = 727_003;

/** The databases with the folder of their `migrations`; BullMQ migrates the queue's itself. */
const FOLDERS = {
  auth: 'services/auth',
  admission: 'services/admission',
  announcement: 'services/announcement',
  billing: 'services/billing',
  notification: 'services/notification',
  gateway: 'gateway',
  queue: null,
} as const;
export type DatabaseName = keyof typeof FOLDERS;
export const DATABASES = Object.keys(FOLDERS) as DatabaseName[];
export type DatabaseUrls = Partial<Record<DatabaseName, string>>;

/** Migrations that the owner runs, and the role that receives its rights afterwards. */
export interface MigrationTarget {
  readonly database: DatabaseName;
  readonly directory: string;
  /** The owner's URL of the database. */
  readonly url: string;
  readonly role: string;
}

/**
 * Makes one database and one role for each service; a role has access to its own database only, because services share
 * nothing but contracts. The owner owns the databases and their contents, except the queue's: BullMQ migrates that one as
 * its role. Returns the services' URLs.
 */
export async function prepareDatabases(
  ownerUrl: string,
  secrets: Secrets,
  prefix = 'gerbang',
): Promise<Record<DatabaseName, string>> {
  const wanted = databaseUrls(ownerUrl, secrets, prefix);
  await prepareGiven(ownerUrl, wanted);
  return wanted;
}

/** The services' URLs, whether what they name is there or not. */
export function databaseUrls(
  ownerUrl: string,
  secrets: Secrets,
  prefix = 'gerbang',
): Record<DatabaseName, string> {
  return Object.fromEntries(
    DATABASES.map((database) => {
      const name = `${prefix}_${database}`;
      return [database, urlFor(ownerUrl, name, databasePassword(secrets, database))];
    }),
  ) as Record<DatabaseName, string>;
}

/**
 * Whether an existing installation lacks a database of this version: its new service then needs the events of the time
 * before it (`events:replay`).
 */
export async function lacksDatabases(ownerUrl: string, prefix = 'gerbang'): Promise<boolean> {
  return withClient(ownerUrl, async (client) => {
    const wanted = DATABASES.map((database) => `${prefix}_${database}`);
    const found = await client.query('select 1 from pg_database where datname = any($1)', [wanted]);
    return found.rows.length > 0 && found.rows.length < wanted.length;
  });
}

/** What `prepareDatabases` does, for URLs that were chosen elsewhere (production): makes the role, password and database that each names. */
export async function prepareGiven(ownerUrl: string, urls: DatabaseUrls): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    // Roles are the cluster's: two at once would trip over each other. The lock goes with the connection.
    await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK]);
    for (const database of DATABASES) {
      const url = urls[database];
      if (url) await prepareDatabase(client, ownerUrl, url, FOLDERS[database] === null);
    }
  });
}

async function prepareDatabase(
  client: pg.Client,
  ownerUrl: string,
  serviceUrl: string,
  ownedByRole: boolean,
): Promise<void> {
  const { role, password, name } = partsOf(serviceUrl);
  await prepareRole(client, role, password);
  const owner = ownedByRole ? `owner ${quoted(role)}` : '';
  const found = await client.query<{ owner: string }>(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
    [name],
  );
  if (found.rows.length === 0) {
    await client.query(`create database ${quoted(name)} ${owner} encoding 'UTF8' template template0`);
  } else if (!ownedByRole && found.rows[0]?.owner === role) {
    // In older installations the roles owned their databases: everything in them goes to the owner.
    await withClient(withDatabase(ownerUrl, name), (inside) =>
      inside.query(`reassign owned by ${quoted(role)} to current_user`),
    );
  }
  await client.query(`revoke all on database ${quoted(name)} from public`);
  await client.query(`grant connect on database ${quoted(name)} to ${quoted(role)}`);
}

async function prepareRole(client: pg.Client, name: string, password: string): Promise<void> {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [name]);
  const verb = found.rowCount ? 'alter' : 'create';
  await client.query(`${verb} role ${quoted(name)} login password ${client.escapeLiteral(password)}`);
  // An owner that is no superuser may hand a database to a role, or take one back, only as one of its members.
  await client.query(`grant ${quoted(name)} to current_user`);
}

/** The migrations of the databases that these URLs of services name. */
export function migrationTargets(ownerUrl: string, urls: DatabaseUrls): MigrationTarget[] {
  return DATABASES.flatMap((database) => {
    const [folder, url] = [FOLDERS[database], urls[database]];
    const directory = join(projectRoot, folder ?? '', 'migrations');
    if (folder === null || url === undefined || !existsSync(directory)) return [];
    const { role, name } = partsOf(url);
    return [{ database, directory, url: withDatabase(ownerUrl, name), role }];
  });
}

/** Drops what `prepareDatabases` made. */
export async function dropDatabases(ownerUrl: string, prefix: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    for (const database of DATABASES) {
      await client.query(`drop database if exists ${quoted(`${prefix}_${database}`)} with (force)`);
      await client.query(`drop role if exists ${quoted(`${prefix}_${database}`)}`);
    }
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A connection that is lost while it idles is told by its next query; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function partsOf(serviceUrl: string): { role: string; password: string; name: string } {
  const url = new URL(serviceUrl);
  return {
    role: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    name: decodeURIComponent(url.pathname.slice(1)),
  };
}

function withDatabase(ownerUrl: string, name: string): string {
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function urlFor(ownerUrl: string, name: string, password: string): string {
  const url = new URL(withDatabase(ownerUrl, name));
  url.username = name;
  url.password = password;
  return url.href;
}
