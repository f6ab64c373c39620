import { spawnSync } from 'node:child_process';
import { createServer, connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainEnv } from '@gerbang/local/child';
import { type DatabaseUrls, migrationTargets, prepareGiven } from '@gerbang/local/databases';
import { projectRoot } from '@gerbang/local/paths';
import { freePort } from '@gerbang/local/ports';
import { migrate } from '@gerbang/service-kit/data/migrate';
import { awaitServer } from '../src/await-server.ts';
import { inWords } from '../src/errors.ts';
import { newKeys } from '../src/identity.ts';
import { occupied } from '../src/swap.ts';
import { OWNER_URL, openWorld, type World } from './world.ts';

describe('a restore on a new machine', () => {
  let world: World;
  beforeAll(() => {
    world = openWorld();
  });
  afterAll(() => world.close());

  test('when the databases are fresh, then they are free; with the first account they are not', async () => {
    const fresh = world.installation('fresh');
    const { queue: _queue, ...urls } = fresh.urls;
    expect(await occupied(OWNER_URL, urls)).toEqual([]);
    await prepareGiven(OWNER_URL, urls);
    for (const target of migrationTargets(OWNER_URL, urls)) await migrate(target);
    // What programs write by themselves.
    await fresh.read('notification', 'insert into backup_runs default values');
    await fresh.read('gateway', "insert into limits values ('a-counter', 1, now())");
    expect(await occupied(OWNER_URL, urls satisfies DatabaseUrls)).toEqual([]);
    await fresh.read(
      'auth',
      "insert into audit_events (id, action) values ('019a0000-0000-7000-8000-000000000001', 'tried')",
    );
    expect(await occupied(OWNER_URL, urls)).toEqual(['auth']);
  });

  test('when PostgreSQL comes up while the command waits, then it goes on', async () => {
    const port = await freePort();
    const url = new URL(OWNER_URL);
    const behind = Number(url.port);
    url.port = String(port);
    const waiting = awaitServer(url.href);
    await sleep(700);
    const server = createServer((client) => {
      const upstream = connect(behind, '127.0.0.1');
      client.pipe(upstream).pipe(client);
      for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    }).listen(port, '127.0.0.1');
    try {
      await waiting;
    } finally {
      server.close();
    }
  });

  test('when PostgreSQL does not come up, or refuses the password, then the error says so', async () => {
    const url = new URL(OWNER_URL);
    url.port = String(await freePort());
    await expect(awaitServer(url.href, 0)).rejects.toThrow(
      `PostgreSQL at ${url.host} is not there: the database does not answer`,
    );
    const other = new URL(OWNER_URL);
    other.pathname = '/no_such_database';
    await expect(awaitServer(other.href)).rejects.toThrow('does not exist');
  });

  test('when the key comes by the standard input, then it is taken, and one without a key is refused', async () => {
    const { identity } = await newKeys();
    const { home } = world;
    const one = world.installation('typed');
    const restore = (input: string) =>
      spawnSync(
        process.execPath,
        [join(projectRoot, 'deploy/backup/src/restore.ts'), join(home, 'no.age'), '--identity', '-'],
        {
          input,
          encoding: 'utf8',
          env: {
            ...plainEnv(),
            OWNER_DATABASE_URL: OWNER_URL,
            ...Object.fromEntries(
              Object.entries(one.urls).map(([name, url]) => [`${name.toUpperCase()}_DATABASE_URL`, url]),
            ),
            FILES_DIR: home,
            BACKUP_DIR: home,
          },
        },
      );
    expect(restore('nothing').stderr).toContain('- holds no AGE-SECRET-KEY');
    expect(restore(`# of the school\n${identity}\n`).stderr).toContain(
      'no.age cannot be read: the folder or file is not there',
    );
  });
});

test('when a folder may not be written or a file not be read, then the words name the user and the remedy', () => {
  const denied = Object.assign(new Error('x'), { code: 'EACCES' });
  expect(inWords(denied)).toMatch(/may not write there; .* sudo install -d -o \d+ -m 0700 backups/u);
  expect(inWords(denied, 'read')).toMatch(/user \d+ may not read it/u);
});
