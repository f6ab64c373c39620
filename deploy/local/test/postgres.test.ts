import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { clusterFolder, runningPostmaster } from '../src/cluster-folder.ts';
import { projectRoot } from '../src/paths.ts';
import { PRIVATE_LOG, startPostgres } from '../src/postgres.ts';
import { findBinaries } from '../src/postgres-binaries.ts';
import { postgresUser, traversable } from '../src/system-user.ts';
import { until } from '@gerbang/service-kit/testing/until';

const password = randomBytes(9).toString('base64url');
const asRoot = process.getuid?.() === 0;
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gerbang-launcher-'));
  chmodSync(home, 0o755);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('when started on an empty folder, then it accepts queries, keeps its data over a restart and leaves no process', async () => {
  const dataDir = join(home, 'postgres');
  const first = await startPostgres({ dataDir, password, durable: false });
  await ask(first.url, 'create table kept (n int)');
  await first.stop();
  expect(runningPostmaster(dataDir)).toBeNull();
  const second = await startPostgres({ dataDir, password, durable: false });
  try {
    expect(second.reused).toBe(false);
    expect(await ask(second.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
    if (asRoot) expect(statSync(dataDir).uid).toBe(postgresUser()?.uid);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  } finally {
    await second.stop();
  }
});

test('when a folder of data has lost the file that marks a cluster, then the start is refused and nothing is emptied', async () => {
  const dataDir = join(home, 'postgres');
  const first = await startPostgres({ dataDir, password, durable: false });
  await ask(first.url, 'create table kept (n int)');
  await first.stop();
  const mark = join(dataDir, 'PG_VERSION');
  const version = readFileSync(mark, 'utf8');
  rmSync(mark);
  await expect(startPostgres({ dataDir, password, durable: false })).rejects.toThrow('PG_VERSION is missing');
  writeFileSync(mark, version);
  const second = await startPostgres({ dataDir, password, durable: false });
  expect(await ask(second.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
  await second.stop();
});

test('when the run before was killed, then its cluster is found by postmaster.pid, reused and stopped', async () => {
  const dataDir = join(home, 'postgres');
  const orphan = await startPostgres({ dataDir, password, durable: false });
  const again = await startPostgres({ dataDir, password, durable: false });
  expect(again).toMatchObject({ reused: true, pid: orphan.pid, url: orphan.url });
  await again.stop();
  expect(runningPostmaster(dataDir)).toBeNull();
});

test('when postmaster.pid names a number that belongs to another program now, then it starts all the same', async () => {
  const dataDir = join(home, 'postgres');
  const first = await startPostgres({ dataDir, password, durable: false });
  const file = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  process.kill(first.pid, 'SIGKILL');
  await until(() => !runningPostmaster(dataDir));
  writeFileSync(join(dataDir, 'postmaster.pid'), [process.pid, ...file.slice(1)].join('\n'));
  const second = await startPostgres({ dataDir, password, durable: false });
  expect(second.reused).toBe(false);
  await second.stop();
});

test('when several start at once, then each has a port of its own', async () => {
  const all = await Promise.all(
    [1, 2].map((n) => startPostgres({ dataDir: join(home, String(n)), password, durable: false })),
  );
  expect(new Set(all.map((one) => one.port)).size).toBe(2);
  await Promise.all(all.map((one) => one.stop()));
});

test('when root starts Postgres, then as the user postgres, else `nobody`; other users start it as themselves', () => {
  const passwd = 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n';
  expect(postgresUser(1000, passwd)).toBeNull();
  expect(postgresUser(0, passwd)).toMatchObject({ name: 'nobody', uid: 65534 });
  expect(postgresUser(0, `${passwd}postgres:x:101:104::/:/bin/false\n`)).toMatchObject({
    name: 'postgres',
    uid: 101,
    gid: 104,
  });
});

test('when a folder above is closed to the user, then the cluster moves to one that is not', () => {
  const user = { name: 'somebody', uid: 54321, gid: 54321 };
  expect(clusterFolder(join(home, 'postgres'), user)).toBe(join(home, 'postgres'));
  chmodSync(home, 0o700);
  expect(traversable(home, user)).toBe(false);
  expect(clusterFolder(join(home, 'postgres'), user)).toMatch(
    /^\/var\/tmp\/gerbang-data-\d+-[0-9a-f]{12}\/postgres$/,
  );
});

test('when binaries are looked for, then those of the package come with their libraries linked', () => {
  const found = findBinaries(postgresUser());
  expect(found.major).toBeGreaterThanOrEqual(15);
  if (found.kind === 'embedded')
    expect(statSync(join(found.folder, '../lib/libpq.so.5')).isFile()).toBe(true);
});

test('when statements with values are slow or fail, then the log has neither the values nor the keys', async () => {
  const logFile = join(home, 'postgres.log');
  const postgres = await startPostgres({
    dataDir: join(home, 'postgres'),
    password,
    durable: false,
    logFile,
  });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const insert = () => client.query('insert into people values ($1, $2)', ['CANARY-NIK', 'CANARY-NAME']);
  try {
    await client.query('create table people (nik text primary key, name text check (length(name) < 20))');
    await client.query('set log_min_duration_statement = 0');
    await insert();
    await expect(insert()).rejects.toThrow('duplicate key');
    const long = client.query('insert into people values ($1, $2)', ['CANARY-2', 'CANARY'.repeat(9)]);
    await expect(long).rejects.toThrow('check constraint');
  } finally {
    await client.end();
    await postgres.stop();
  }
  const log = readFileSync(logFile, 'utf8');
  expect(log).toMatch(/insert into people[^]*duplicate key[^]*check constraint/u);
  expect(log).not.toContain('CANARY');
});

test.each(['docker-compose.yml', 'deploy/kubernetes/base/postgres.yaml'])(
  'when PostgreSQL is started by %s, then its log is as private as that of the local run',
  (file) => {
    const text = readFileSync(join(projectRoot, file), 'utf8').replaceAll('"', '');
    for (const [name, value] of Object.entries(PRIVATE_LOG))
      expect(text).toMatch(new RegExp(`${name}[=:] ?${value}`, 'u'));
  },
);
