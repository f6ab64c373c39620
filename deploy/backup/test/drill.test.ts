import { randomBytes, randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runNode } from '@gerbang/local/child';
import { DATABASES } from '@gerbang/local/databases';
import { projectRoot } from '@gerbang/local/paths';
import { sealAudit } from '@gerbang/service-kit/audit/audit-chain';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { PATIENCE } from '@gerbang/service-kit/testing/databases';
import { testIdentity } from '@gerbang/service-kit/testing/identity';
import pg from 'pg';
import { buildApp } from '@gerbang/auth-service/app';
import { buildContext } from '@gerbang/auth-service/context';
import { configSchema } from '@gerbang/auth-service/config';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@gerbang/auth-service/demo/demo-people';
import { checkArchive } from '../src/archive-reader.ts';
import { newKeys } from '../src/identity.ts';
import { fingerprints, openDemoWorld, query, type TestInstallation, type World } from './world.ts';

const STORED = ['auth', 'admission', 'announcement', 'billing', 'notification'] as const;
/** Tables with writes during the backup: only their consistency is checked. */
const WRITTEN = new Set(['auth.audit_events', 'auth.audit_chain', 'admission.files']);
/** Tables about one installation, which are not restored. */
const LEFT_OUT = new Set(['notification.send_pace', 'notification.backup_runs']);
const FILE = `insert into files (id, uploader_id, uploader_role, purpose, name, media_type, size)
  values ($1, $1, 'wali_murid', 'payment_evidence', $2, 'application/pdf', 700)`;

/** Writes pairs of rows, and files before their rows, until `stop`, which returns how many. */
function writeMeanwhile(one: TestInstallation) {
  let stopped = false;
  async function run(): Promise<number> {
    const [auth, admission] = [one.urls.auth, one.urls.admission].map(
      (url) => new pg.Client({ connectionString: url }),
    ) as [pg.Client, pg.Client];
    await Promise.all([auth.connect(), admission.connect()]);
    let written = 0;
    try {
      for (; !stopped; written += 1) {
        await auth.query('begin');
        for (let half = 0; half < 2; half += 1) {
          await auth.query('insert into audit_events (id, action, request_id) values ($1, $2, $3)', [
            randomUUID(),
            'drill',
            `pair-${written}`,
          ]);
        }
        await auth.query('commit');
        const id = randomUUID();
        await one.store.put(id, randomBytes(700));
        await admission.query(FILE, [id, `bukti-${written}.pdf`]);
      }
    } finally {
      await Promise.all([auth.end(), admission.end()]);
    }
    return written;
  }
  const running = run();
  return {
    stop: () => {
      stopped = true;
      return running;
    },
  };
}

describe('a restore drill on small data', () => {
  let world: World;
  let source: TestInstallation;
  let target: TestInstallation;
  let keys: Awaited<ReturnType<typeof newKeys>>;
  const lost = randomUUID();

  /** Runs a command as an operator does, on the installation of these URLs. */
  const command = (name: 'backup' | 'restore', one: TestInstallation, ...args: string[]) =>
    runNode([join(projectRoot, `deploy/backup/src/${name}.ts`), ...args], {
      env: {
        OWNER_DATABASE_URL: one.ownerUrl,
        ...Object.fromEntries(
          Object.entries(one.urls).map(([database, url]) => [`${database.toUpperCase()}_DATABASE_URL`, url]),
        ),
        FILES_DIR: one.folder,
        BACKUP_DIR: join(world.home, 'archives'),
        BACKUP_RECIPIENT: keys.recipient,
        AUDIT_KEY: world.auditKey.toString('base64'),
      },
    });
  const archives = () =>
    readdirSync(join(world.home, 'archives'))
      .filter((name) => name.endsWith('.age'))
      .toSorted();

  beforeAll(async () => {
    world = await openDemoWorld();
    keys = await newKeys();
    source = await world.demo('drill');
    target = world.installation('drilled');
    const auth = createDatabase(source.urls.auth, { name: 'drill', ...PATIENCE });
    while ((await sealAudit(auth, world.auditKey)) > 0);
    await auth.close();
    for (let n = 0; n < 3; n += 1) {
      const id = randomUUID();
      await source.store.put(id, randomBytes(200_000));
      await source.read('admission', FILE, [id, `rapor-${n}.pdf`]);
    }
    await source.read('admission', FILE, [lost, 'hilang.pdf']);
    await source.read('gateway', "insert into limits values ('a-counter', 1, now())");
    mkdirSync(join(world.home, 'archives'));
    writeFileSync(join(world.home, 'identity.txt'), `# of the drill\n${keys.identity}\n`);
  });
  afterAll(() => world.close());

  test('when a backup is made during writes, then it is complete and encrypted, and names the missing file', async () => {
    const writer = writeMeanwhile(source);
    await sleep(50);
    const { code, output } = await command('backup', source);
    expect(await writer.stop()).toBeGreaterThan(3);
    expect(output).toContain(`file ${lost} is not in the store`);
    expect(output).not.toContain('hilang.pdf');
    expect([code, archives()]).toEqual([1, [expect.stringMatching(/^gerbang-\d{8}T\d{6}Z\.tar\.gz\.age$/u)]]);
    const path = join(world.home, 'archives', archives()[0] ?? '');
    const { header, manifest } = await checkArchive(path, keys.identity);
    expect(header.databases.map(({ name }) => name)).toEqual([...STORED, 'gateway']);
    expect(manifest.missing).toEqual([{ id: lost, name: 'hilang.pdf' }]);
    expect(manifest.tables['auth.users']?.rows).toBe(DEMO_ACCOUNTS.length);
    // The note beside it says how the trails ended, and needs no key.
    const note = JSON.parse(readFileSync(path.replace('.tar.gz.age', '.trails.json'), 'utf8'));
    expect(note).toEqual({ made: header.made, trails: manifest.trails });
    expect(note.trails.auth).toMatchObject({
      position: expect.any(Number),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/u),
    });
    // Monitoring reads this row.
    expect(await source.read('notification', 'select from backup_runs')).toHaveLength(1);
    // A restore must not bring back sessions that have ended since.
    expect(Object.keys(manifest.tables).filter((name) => name.startsWith('gateway'))).toEqual([
      'gateway.school',
      'gateway.session_epochs',
    ]);
  });

  test('when it is restored into an empty installation, then every row and file exists, and trails and books are consistent', async () => {
    const path = join(world.home, 'archives', archives()[0] ?? '');
    const { code, output } = await command(
      'restore',
      target,
      path,
      '--identity',
      join(world.home, 'identity.txt'),
    );
    expect(output).toMatch(/Restored \d+ rows of \d+ tables and \d+ files/u);
    const findings = output.split('\n').filter((line) => line.startsWith('restore: '));
    expect(findings).toEqual([`restore: file ${lost} (hilang.pdf) was missing in the backup`]);
    expect(code).toBe(1);
    expect(await target.names()).toEqual(DATABASES.map((name) => `${target.prefix}_${name}`).toSorted());

    const [before, after] = [await fingerprints(source, STORED), await fingerprints(target, STORED)];
    expect(Object.keys(before).length).toBeGreaterThan(40);
    for (const name of Object.keys(before).filter(
      (one) => !WRITTEN.has(one) && !LEFT_OUT.has(one) && !/\.(?:migrations|outbox)/u.test(one),
    ))
      expect([name, after[name]]).toEqual([name, before[name]]);
    expect(
      await target.read(
        'auth',
        "select request_id from audit_events where action = 'drill' group by 1 having count(*) <> 2",
      ),
    ).toEqual([]);
    expect(await target.read('gateway', 'select key from limits')).toEqual([]);
    expect(await target.read('notification', 'select from backup_runs')).toEqual([]);
    // The queue begins empty: the events of the last day are sent again.
    for (const area of ['auth', 'admission', 'billing'] as const) {
      const count = 'select count(*)::int as n, count(relayed_at)::int as relayed from outbox_events';
      const [from] = await source.read<{ n: number }>(area, count);
      expect(await target.read(area, count)).toEqual([{ n: from?.n, relayed: 0 }]);
    }
    const files = await target.read<{ id: string }>('admission', 'select id from files where id <> $1', [
      lost,
    ]);
    expect(files.length).toBeGreaterThan(3);
    for (const { id } of files) {
      const [from, to] = [await source.store.get(id), await target.store.get(id)];
      const read = async (one: typeof from) => Buffer.concat(one ? await one.stream.toArray() : []);
      expect((await read(to)).equals(await read(from))).toBe(true);
    }
  });

  test('when it was restored, then people log in, new rows are numbered and sealed, and rights are as before', async () => {
    const config = configSchema.parse({ ...target.env('auth') });
    const identity = testIdentity('auth');
    const database = createDatabase(target.urls.auth, { name: 'drill', ...PATIENCE });
    const logger = createLogger('drill', 'silent');
    const context = await buildContext(config, database, new Set(), logger);
    const { verifier } = identity;
    const app = buildApp({ name: 'auth', logger, identity: verifier }, context);
    for (const { email, role } of DEMO_ACCOUNTS) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { ...identity.headers({ ip: '203.0.113.7' }), 'content-type': 'application/json' },
        payload: JSON.stringify({ identifier: email, password: DEMO_PASSWORD }),
      });
      expect([answer.statusCode, answer.json().role]).toEqual([200, role]);
    }
    expect(await sealAudit(database, config.AUDIT_KEY)).toBeGreaterThan(0);
    await app.close();
    await database.close();
    await expect(query(target.urls.auth, 'delete from audit_events')).rejects.toThrow('permission denied');
    await expect(target.read('auth', 'delete from audit_events')).rejects.toThrow('append-only');
    await expect(target.read('billing', 'delete from enrollment_invoices')).rejects.toThrow(
      'enrollment_invoices are never deleted',
    );
    await expect(query(target.urls.auth, 'select from migrations')).rejects.toThrow('permission denied');
  });

  test('when the installation is not empty, then only --replace overwrites it', async () => {
    const path = join(world.home, 'archives', archives()[0] ?? '');
    const args = [path, '--identity', join(world.home, 'identity.txt')];
    await target.read('auth', "update users set name = 'Sesudah Cadangan'");
    const refused = await command('restore', target, ...args);
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringContaining('are not empty: nothing was written'),
    ]);
    const changed = 'select distinct name from users';
    expect(await target.read('auth', changed)).toEqual([{ name: 'Sesudah Cadangan' }]);
    const identity = args.slice(1);
    const early = await command(
      'restore',
      target,
      '--at',
      '2026-01-01T14:30+07:00',
      ...identity,
      '--replace',
    );
    expect([early.code, early.output]).toEqual([
      1,
      expect.stringContaining(`or before: the oldest is ${archives()[0]}, `),
    ]);
    const now = `${new Date().toISOString().slice(0, 19)}Z`;
    const moment = ['--at', now, '--from', join(world.home, 'archives')];
    const done = await command('restore', target, ...moment, ...identity, '--replace', '--yes');
    expect(done.output).toContain(`${path}: the newest at or before ${now}, `);
    expect(done.output).toContain('Restored ');
    expect((await target.read('auth', changed)).length).toBeGreaterThan(1);
    expect(await target.names()).toHaveLength(DATABASES.length);
  });

  test('when a backup is made with --keep, then only archives that are older than these days are deleted', async () => {
    const folder = join(world.home, 'archives');
    const [made = ''] = archives();
    const older = ['gerbang-20200101T000000Z.tar.gz.age', 'gerbang-20210101T000000Z.tar.gz.age'];
    for (const name of older) copyFileSync(join(folder, made), join(folder, name));
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    const { output } = await command('backup', source, '--keep', '2');
    for (const name of older) expect(output).toContain(`${name}: removed`);
    expect(archives()).toHaveLength(2);
    expect(archives()[0]).toBe(made);
    expect(readdirSync(folder)).toContain('notes.txt');
    expect(readdirSync(folder).filter((name) => name.endsWith('.trails.json'))).toHaveLength(2);
  });
});
