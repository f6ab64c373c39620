import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dropDatabases, prepareDatabases } from '../src/databases.ts';
import { loadSecrets } from '../src/secrets.ts';

const ownerUrl = process.env.TEST_DATABASE_URL ?? '';
const prefix = `local_${randomBytes(4).toString('hex')}`;
const home = mkdtempSync(join(tmpdir(), 'gerbang-databases-'));
const secrets = loadSecrets(home);

afterAll(async () => {
  await dropDatabases(ownerUrl, prefix);
  rmSync(home, { recursive: true, force: true });
});

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

test('when databases are prepared twice, then the data stays and each role owns its own only', async () => {
  const urls = await prepareDatabases(ownerUrl, secrets, prefix);
  await query(urls.auth, 'create table kept (n int)');
  expect(await prepareDatabases(ownerUrl, secrets, prefix)).toEqual(urls);
  await query(urls.auth, 'select n from kept');
  const foreign = new URL(urls.auth);
  foreign.pathname = new URL(urls.gateway).pathname;
  await expect(query(foreign.href, 'select 1')).rejects.toThrow(/permission denied for database/);
});

test('when the owner is no superuser but may create roles and databases, then that is enough', async () => {
  const owner = `${prefix}_owner`;
  const own = `${prefix}_x`;
  await query(ownerUrl, `create role "${owner}" login createrole createdb password 'secret'`);
  const url = new URL(ownerUrl);
  url.username = owner;
  url.password = 'secret';
  try {
    const urls = await prepareDatabases(url.href, secrets, own);
    await query(urls.queue, 'create table made (n int)');
  } finally {
    await dropDatabases(ownerUrl, own);
    await query(ownerUrl, `drop role "${owner}"`);
  }
});
