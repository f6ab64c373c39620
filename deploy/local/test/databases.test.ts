import { longTest } from '@gerbang/domain/testing/runs';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@gerbang/service-kit/data/migrate';
import pg from 'pg';
import { plainEnv } from '../src/child.ts';
import {
  type DatabaseName,
  DATABASES,
  type DatabaseUrls,
  dropDatabases,
  lacksDatabases,
  migrationTargets,
  prepareDatabases,
} from '../src/databases.ts';
import { bringUpToDate } from '../src/migrations.ts';
import { projectRoot } from '../src/paths.ts';
import { databasePassword, loadSecrets } from '../src/secrets.ts';
import { until } from '@gerbang/service-kit/testing/until';

const ownerUrl = process.env.TEST_DATABASE_URL ?? '';
const home = mkdtempSync(join(tmpdir(), 'gerbang-databases-'));
const secrets = loadSecrets(home);
const PROGRAM = join(__dirname, '../src/migrate-all.ts');
const MIGRATED = DATABASES.filter((name) => name !== 'queue');

const prefixes: string[] = [];
function freshPrefix(): string {
  const prefix = `local_${randomBytes(4).toString('hex')}`;
  prefixes.push(prefix);
  return prefix;
}

afterAll(async () => {
  for (const prefix of prefixes) await dropDatabases(ownerUrl, prefix);
  rmSync(home, { recursive: true, force: true });
});

async function query<Row extends object = object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const only = (urls: Record<DatabaseName, string>): DatabaseUrls =>
  Object.fromEntries(MIGRATED.map((name) => [name, urls[name]]));
const ownersOf = (urls: DatabaseUrls, owner = ownerUrl) =>
  Object.fromEntries(migrationTargets(owner, urls).map(({ database, url }) => [database, url]));

/** Columns, constraints, indexes and the role's rights: two schemas are equal when these texts are. */
async function schemaOf(url: string): Promise<string> {
  const rows = await query<{ line: string }>(
    url,
    `select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
       from information_schema.columns where table_schema = 'public'
     union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select concat_ws(' ', c.oid::regclass, obj_description(c.oid, 'pg_class'), relacl::text) from pg_class c
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
     order by 1`,
  );
  return rows.map(({ line }) => line).join('\n');
}

function startMigration(urls: DatabaseUrls) {
  const named = Object.entries(urls).map(([name, url]) => [`${name.toUpperCase()}_DATABASE_URL`, url]);
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...plainEnv(), ...Object.fromEntries(named), OWNER_DATABASE_URL: ownerUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ended };
}

describe('the databases of the services', () => {
  let urls: Record<DatabaseName, string>;
  beforeAll(async () => {
    urls = await prepareDatabases(ownerUrl, secrets, freshPrefix());
    await bringUpToDate(ownerUrl, only(urls));
  });

  test('when databases are prepared and migrated twice, then the data stays and the addresses too', async () => {
    await query(urls.gateway, "insert into limits values ('kept', 1, now())");
    expect(await prepareDatabases(ownerUrl, secrets, prefixes[0])).toEqual(urls);
    await bringUpToDate(ownerUrl, only(urls));
    expect(await query(urls.gateway, 'select key from limits')).toEqual([{ key: 'kept' }]);
  });

  test('P5 when the role of a service tries the database of another, then it is refused, for every pair', async () => {
    for (const own of Object.keys(urls) as DatabaseName[]) {
      for (const other of Object.keys(urls) as DatabaseName[]) {
        if (own === other) continue;
        const foreign = new URL(urls[own]);
        foreign.pathname = new URL(urls[other]).pathname;
        await expect(query(foreign.href, 'select 1')).rejects.toThrow('permission denied for database');
      }
    }
  });

  test.each([
    ["update audit_events set action = 'x'", 'permission denied for table audit_events'],
    ['delete from audit_events', 'permission denied for table audit_events'],
    ['truncate audit_events', 'permission denied for table audit_events'],
    ["update audit_chain set hash = ''", 'permission denied for table audit_chain'],
    ['delete from audit_chain', 'permission denied for table audit_chain'],
    ['alter table audit_events disable trigger all', 'must be owner of table audit_events'],
    ["comment on table audit_events is ''", 'must be owner of table audit_events'],
    ['drop table audit_events cascade', 'must be owner of table audit_events'],
    ['create table mine (n int)', 'permission denied for schema public'],
    ['create temp table mine (n int)', 'permission denied to create temporary tables'],
    ["set session_replication_role = 'replica'", 'permission denied to set parameter'],
    ['select * from migrations', 'permission denied for table migrations'],
    ['set role pg_read_all_data', 'permission denied to set role'],
  ])('I14 M-13 when the role of a service tries "%s", then it is refused', async (sql, message) => {
    await expect(query(urls.auth, sql)).rejects.toThrow(message);
  });

  test('I14 when the role of a service does what its program does, then it may: read, write, append, listen, lock', async () => {
    await query(
      urls.auth,
      `insert into audit_events (id, action) values ('019a0000-0000-7000-8000-000000000001', 'tried');
       insert into audit_chain (event_id, hash) values ('019a0000-0000-7000-8000-000000000001', '\\x00');
       insert into throttles (kind, key, count) values ('address', 'a', 1);
       update throttles set count = 2; delete from throttles;
       listen outbox; notify outbox; select pg_advisory_lock(1); select pg_advisory_unlock(1)`,
    );
    expect(await query(urls.auth, 'select action from audit_events')).toEqual([{ action: 'tried' }]);
  });

  test.each(MIGRATED)(
    'when %s is migrated up, down and up by its owner, then the schema and the rights are the same',
    async (name) => {
      const targets = migrationTargets(ownerUrl, { [name]: urls[name] });
      const target = targets[0];
      if (!target) throw new Error('no migrations found');
      const before = await schemaOf(target.url);
      expect(before).toContain('arwd');
      await migrate({ ...target, direction: 'down' });
      expect(
        await query(
          target.url,
          "select from pg_tables where schemaname = 'public' and tablename not like 'migrations%'",
        ),
      ).toEqual([]);
      await migrate(target);
      expect(await schemaOf(target.url)).toBe(before);
      const denied = query(urls[name], 'delete from migrations');
      await expect(denied).rejects.toThrow('permission denied');
    },
  );
});

longTest(
  'when the migration of an older release meets the schema of a newer one, then it ends with 0 and changes nothing; a gap below is an error',
  async () => {
    const urls = await prepareDatabases(ownerUrl, secrets, freshPrefix());
    await bringUpToDate(ownerUrl, only(urls));
    const owners = Object.values(ownersOf(only(urls)));
    const addDone = (name: string) =>
      owners.map((url) =>
        query(url, `insert into migrations (name, batch, migration_time) values ('${name}', 9, now())`),
      );
    const schemas = () => Promise.all(owners.map(schemaOf));
    const before = await schemas();
    await Promise.all(addDone('29990101000000_of_a_newer_release.ts'));
    expect(await startMigration(only(urls)).ended).toBe(0);
    await bringUpToDate(ownerUrl, only(urls));
    await Promise.all(addDone('20200101000000_unknown.ts'));
    expect(await startMigration(only(urls)).ended).toBe(1);
    expect(await schemas()).toEqual(before);
  },
);

test('when one database stands between steps that its begin stands for, then it is named and no other is changed', async () => {
  const { auth, announcement } = await prepareDatabases(ownerUrl, secrets, freshPrefix());
  const urls = { auth, announcement };
  await bringUpToDate(ownerUrl, urls);
  const owners = ownersOf(urls);
  const rename = async (url = '', name: string) => {
    await query(url, `delete from migrations where name not like '%\\_begin.ts'`);
    await query(url, `update migrations set name = ${name}`);
  };
  // Auth's database has done all steps, the other one lacks the last.
  await rename(owners.auth, `replace(name, '_begin', '_last_step')`);
  await rename(owners.announcement, `'20261127185600_begin.ts'`);
  const said = 'lack migrations that the database has seen: 20261127185600_begin.ts. 2026';
  await expect(bringUpToDate(ownerUrl, urls)).rejects.toThrow(said);
  expect(await startMigration(urls).ended).toBe(1);
  const done = await query(owners.auth ?? '', 'select name from migrations');
  expect(done).toEqual([{ name: expect.stringContaining('_last_step') }]);
});

/** Whether a program works on databases with this prefix. */
async function connected(prefix: string): Promise<boolean> {
  const found = await query(
    ownerUrl,
    `select 1 from pg_stat_activity where datname like '${prefix}\\_%' and backend_type = 'client backend'`,
  );
  return found.length > 0;
}

longTest(
  'F18 when several migrations start at once and one is killed, then the next leaves one whole schema and no lock',
  async () => {
    const quiet = await prepareDatabases(ownerUrl, secrets, freshPrefix());
    await bringUpToDate(ownerUrl, only(quiet));
    const prefix = freshPrefix();
    const urls = await prepareDatabases(ownerUrl, secrets, prefix);
    for (let round = 0; round < 2; round += 1) {
      const killed = startMigration(only(urls));
      // At some moment of its work: after so many looks at its connections.
      let looks = Math.floor(Math.random() * 10);
      await until(async () => (await connected(prefix)) && (looks -= 1) < 0);
      killed.child.kill('SIGKILL');
      await killed.ended;
    }
    const together = [startMigration(only(urls)), startMigration(only(urls)), startMigration(only(urls))];
    expect(await Promise.all(together.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    for (const name of MIGRATED) {
      const [expected, found] = [ownersOf(only(quiet))[name] ?? '', ownersOf(only(urls))[name] ?? ''];
      const [from, to] = [new URL(quiet[name]).username, new URL(urls[name]).username];
      expect((await schemaOf(found)).replaceAll(to, from)).toBe(await schemaOf(expected));
      expect(await query(found, 'select is_locked from migrations_lock')).toEqual([{ is_locked: 0 }]);
    }
  },
);

longTest(
  'when the database cuts every connection several times, then the migration goes on by itself to one whole schema',
  async () => {
    const quiet = await prepareDatabases(ownerUrl, secrets, freshPrefix());
    await bringUpToDate(ownerUrl, only(quiet));
    const prefix = freshPrefix();
    const urls = await prepareDatabases(ownerUrl, secrets, prefix);
    const migration = startMigration(only(urls));
    let running = true;
    void migration.ended.then(() => {
      running = false;
    });
    let cuts = 0;
    await until(async () => {
      const cut = await query(
        ownerUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname like '${prefix}\\_%' and backend_type = 'client backend'`,
      );
      if (cut.length > 0) cuts += 1;
      return !running || cuts >= 5;
    });
    expect(cuts).toBeGreaterThan(0);
    expect(await migration.ended).toBe(0);
    for (const name of MIGRATED) {
      const [from, to] = [new URL(quiet[name]).username, new URL(urls[name]).username];
      const found = await schemaOf(ownersOf(only(urls))[name] ?? '');
      expect(found.replaceAll(to, from)).toBe(await schemaOf(ownersOf(only(quiet))[name] ?? ''));
    }
  },
);

test('when the database is away for good, then the migration says in words that the programs go on and how to continue', async () => {
  const gone = new URL(ownerUrl);
  gone.pathname = '/there_is_none';
  const env = { ...plainEnv(), OWNER_DATABASE_URL: gone.href };
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM], { env, encoding: 'utf8' });
  expect([status, stderr.trim().split('\n')]).toEqual([
    1,
    [
      'The migration failed: database "there_is_none" does not exist',
      'The programs that run go on; mend the cause and run the migration again, it goes on from here.',
    ],
  ]);
});

longTest(
  'when the roles owned their databases before, then the owner receives everything, and data and rights stay',
  async () => {
    const prefix = freshPrefix();
    for (const name of DATABASES) {
      const role = `${prefix}_${name}`;
      await query(ownerUrl, `create role "${role}" login password '${databasePassword(secrets, name)}'`);
      await query(ownerUrl, `create database "${role}" owner "${role}" template template0`);
    }
    // As it was: each service's role migrated its own database.
    const old = new URL(ownerUrl);
    old.username = `${prefix}_auth`;
    old.password = databasePassword(secrets, 'auth');
    old.pathname = `/${prefix}_auth`;
    await migrate({ url: old.href, directory: join(projectRoot, 'services/auth/migrations') });
    await query(
      old.href,
      `insert into audit_events (id, action) values ('019a0000-0000-7000-8000-000000000001', 'kept')`,
    );

    const urls = await prepareDatabases(ownerUrl, secrets, prefix);
    await bringUpToDate(ownerUrl, only(urls));
    expect(await query(urls.auth, 'select action from audit_events')).toEqual([{ action: 'kept' }]);
    await expect(query(urls.auth, 'delete from audit_events')).rejects.toThrow('permission denied for table');
    await expect(query(urls.auth, 'drop table users cascade')).rejects.toThrow('must be owner');
    await query(urls.queue, 'create schema mine');
    const owned = await query(
      ownersOf({ auth: urls.auth }).auth ?? '',
      `select relname from pg_class where relowner = '${prefix}_auth'::regrole`,
    );
    expect(owned).toEqual([]);
  },
);

longTest(
  'when the owner is no superuser but may create roles and databases, then that is enough',
  async () => {
    const prefix = freshPrefix();
    const owner = `${prefix}_owner`;
    await query(ownerUrl, `create role "${owner}" login createrole createdb password 'secret'`);
    const url = new URL(ownerUrl);
    url.username = owner;
    url.password = 'secret';
    try {
      const urls = await prepareDatabases(url.href, secrets, prefix);
      await bringUpToDate(url.href, only(urls));
      expect(await prepareDatabases(url.href, secrets, prefix)).toEqual(urls);
      await query(urls.queue, 'create table made (n int)');
      await query(urls.auth, 'select from users');
      await expect(query(urls.auth, 'delete from audit_events')).rejects.toThrow(
        'permission denied for table',
      );
    } finally {
      await dropDatabases(url.href, prefix);
      await query(ownerUrl, `drop role "${owner}"`);
    }
  },
);

test('when an installation lacks the database of a newer service, then it is known; a fresh one and a whole one lack none', async () => {
  const prefix = freshPrefix();
  expect(await lacksDatabases(ownerUrl, prefix)).toBe(false);
  await prepareDatabases(ownerUrl, secrets, prefix);
  expect(await lacksDatabases(ownerUrl, prefix)).toBe(false);
  await query(ownerUrl, `drop database "${prefix}_billing"`);
  expect(await lacksDatabases(ownerUrl, prefix)).toBe(true);
});
