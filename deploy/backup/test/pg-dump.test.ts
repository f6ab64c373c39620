import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseUrls, migrationTargets, prepareGiven } from '@gerbang/local/databases';
import { findBinaries } from '@gerbang/local/postgres-binaries';
import { type RunningPostgres, startPostgres } from '@gerbang/local/postgres';
import { loadSecrets, type Secrets } from '@gerbang/local/secrets';
import { postgresUser } from '@gerbang/local/system-user';
import { testFolder } from '@gerbang/local/test-folder';
import { migrate } from '@gerbang/service-kit/data/migrate';
import { Decrypter } from 'age-encryption';
import { checkArchive } from '../src/archive-reader.ts';
import { FORMAT } from '../src/archive-format.ts';
import { newKeys } from '../src/identity.ts';
import { makeBackup } from '../src/make-backup.ts';
import { dumpOf, findPgTools, type PgTools, restoreDump } from '../src/pg-tools.ts';
import { planRestore, restoreBackup } from '../src/restore-backup.ts';
import { fingerprints, installationOn, OWNER_URL, query, type TestInstallation } from './world.ts';

/** The tools that fit this machine's own PostgreSQL; null where there is none: the npm package has no `pg_dump`. */
function systemTools(): PgTools | null {
  try {
    return findPgTools(findBinaries(postgresUser(), 'system').major);
  } catch {
    return null;
  }
}

const tools = systemTools();
const NAMES = ['admission', 'announcement'] as const;
const FILE = `insert into files (id, uploader_id, uploader_role, purpose, name, media_type, size)
  values ($1, $1, 'wali_murid', 'payment_evidence', 'bukti.pdf', 'application/pdf', 3000)`;

function only(one: TestInstallation) {
  const urls: DatabaseUrls = { admission: one.urls.admission, announcement: one.urls.announcement };
  return { ownerUrl: one.ownerUrl, urls, store: one.store };
}

// Without a PostgreSQL of the system there is nothing to try: `if (!tools) return` in each test.
describe('a backup by pg_dump', () => {
  let home: string;
  let secrets: Secrets;
  let cluster: RunningPostgres | undefined;
  let source: TestInstallation;
  let keys: Awaited<ReturnType<typeof newKeys>>;
  let path: string;
  const file = randomUUID();
  const installation = (name: string, url = cluster?.url ?? '') =>
    installationOn(secrets, url, name, join(home, name));

  beforeAll(async () => {
    home = testFolder('gerbang-pg-dump-');
    chmodSync(home, 0o755);
    secrets = loadSecrets(home);
    keys = await newKeys();
    if (!tools) return;
    cluster = await startPostgres({
      dataDir: join(home, 'postgres'),
      password: secrets.ownerPassword,
      durable: false,
      binaries: 'system',
    });
    source = installation('source');
    const { urls } = only(source);
    await prepareGiven(source.ownerUrl, urls);
    for (const target of migrationTargets(source.ownerUrl, urls)) await migrate(target);
    await source.store.put(file, Buffer.alloc(3000, 'proof'));
    await source.read('admission', FILE, [file]);
    const action = "insert into audit_events (id, action) values ($1, 'kept \\\\ as\n it is')";
    await source.read('announcement', action, [file]);
    const made = await makeBackup(only(source), {
      folder: join(home, 'archives'),
      recipient: keys.recipient,
    });
    path = made.path;
    expect(made.by).toBe(`pg_dump ${tools.major}`);
  });
  afterAll(async () => cluster?.stop());

  test('when it is restored, then every row and file is there, with the rights of the services', async () => {
    if (!tools) return;
    const { header, manifest } = await checkArchive(path, keys.identity);
    expect([header.format, header.postgres]).toEqual([FORMAT.dump, tools.major]);
    expect(Object.keys(manifest.dumps)).toEqual([...NAMES]);
    const target = installation('target');
    const archive = { path, identity: keys.identity };
    const plan = await planRestore(only(target), archive);
    expect(plan.occupied).toEqual([]);
    const key = Buffer.from(secrets.auditKey, 'base64');
    const report = await restoreBackup({ ...only(target), auditKey: key }, archive, plan);
    expect([report.files, report.findings]).toEqual([1, []]);
    const before = await fingerprints(source, NAMES);
    const after = await fingerprints(target, NAMES);
    const compared = Object.keys(before).filter((name) => !/\.(?:migrations_lock|outbox)/u.test(name));
    expect(compared.length).toBeGreaterThan(40);
    for (const name of compared) expect([name, after[name]]).toEqual([name, before[name]]);
    await expect(query(target.urls.announcement, 'delete from audit_events')).rejects.toThrow('denied');
    await expect(target.read('announcement', 'delete from audit_events')).rejects.toThrow('append-only');
    expect((await planRestore(only(target), archive)).occupied).toEqual([...NAMES]);
  });

  test('when files take longer than pg_restore, then everything is restored all the same', async () => {
    if (!tools || !cluster) return;
    const { url } = cluster;
    const target = only(installation('slow_files'));
    const busy = "select 1 from pg_stat_activity where application_name = 'gerbang-backup'";
    const put = async (id: string, bytes: Buffer) => {
      while ((await query(url, busy)).length > 0) await sleep(50);
      await target.store.put(id, bytes);
    };
    const slow = { ...target, store: { ...target.store, put } };
    const archive = { path, identity: keys.identity };
    const report = await restoreBackup(slow, archive, await planRestore(slow, archive));
    expect(report.files).toBe(1);
  });

  test('when it is opened by hand with age, tar and pg_restore, then the rows are there', async () => {
    if (!tools || !cluster) return;
    const folder = join(home, 'by-hand');
    mkdirSync(folder);
    // As `age -d -i identity archive > archive.tar.gz`, which is not installed everywhere.
    const age = new Decrypter();
    age.addIdentity(keys.identity);
    writeFileSync(join(folder, 'archive.tar.gz'), await age.decrypt(await readFile(path)));
    expect(spawnSync('tar', ['xzf', 'archive.tar.gz'], { cwd: folder }).status).toBe(0);
    expect(readFileSync(join(folder, 'files', file), 'utf8')).toMatch(/^(?:proof)+/u);
    await query(cluster.url, 'create database by_hand');
    const url = cluster.url.replace(/\/\w*$/u, '/by_hand');
    const shell = `cat databases/announcement.dump/* | ${tools.folder}/pg_restore --no-owner --no-privileges -d "$URL"`;
    const { status, stderr } = spawnSync('sh', ['-c', shell], {
      cwd: folder,
      env: { ...process.env, URL: url },
    });
    expect([status, stderr.toString()]).toEqual([0, '']);
    expect(await query(url, 'select action from audit_events')).toEqual([{ action: 'kept \\\\ as\n it is' }]);
  });

  test('when pg_restore of the server’s version is not there, then the error names what to install, and nothing is made', async () => {
    const { major } = findBinaries(postgresUser());
    if (!tools || findPgTools(major)) return;
    const target = installation(`away_${randomUUID().slice(0, 8)}`, OWNER_URL);
    const planned = planRestore(only(target), { path, identity: keys.identity });
    await expect(planned).rejects.toThrow(/install pg_restore \d+ \(package postgresql-client-\d+\)/u);
    expect(await target.names()).toEqual([]);
  });

  test('when pg_dump or pg_restore fails, then the error has the words of the program', async () => {
    if (!tools || !cluster) return;
    const { url } = cluster;
    const broken = dumpOf(tools, url, { snapshot: '00000000-00000000-1', without: [] });
    await expect(broken.next()).rejects.toThrow(/^pg_dump failed: .*snapshot/u);
    const noise = async function* () {
      yield Buffer.from('no dump');
    };
    await expect(restoreDump(tools, url, noise())).rejects.toThrow(/^pg_restore failed: /u);
  });
});

test('when pg_restore has all that it wants before the dump is written to its end, then that is no error', async () => {
  const folder = testFolder('gerbang-pg-restore-');
  writeFileSync(join(folder, 'pg_restore'), '#!/bin/sh\nhead -c 4 > /dev/null\n', { mode: 0o755 });
  const dump = async function* () {
    for (let pieces = 0; pieces < 64; pieces += 1) yield Buffer.alloc(65_536);
  };
  await restoreDump({ major: 18, folder }, 'postgres://localhost/none', dump());
});
