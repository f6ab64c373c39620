import { longTest } from '@gerbang/domain/testing/runs';
import { randomBytes, randomUUID } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseUrls, migrationTargets, prepareGiven } from '@gerbang/local/databases';
import { migrate } from '@gerbang/service-kit/data/migrate';
import { migrationFiles } from '@gerbang/service-kit/data/migration-list';
import { createArchive } from '../src/archive-writer.ts';
import { checkArchive } from '../src/archive-reader.ts';
import { newKeys } from '../src/identity.ts';
import { makeBackup } from '../src/make-backup.ts';
import { planRestore, restoreBackup } from '../src/restore-backup.ts';
import { OWNER_URL, openWorld, type TestInstallation, type World } from './world.ts';

/** Two databases instead of six, so that each test is quick. */
function only(one: TestInstallation) {
  const urls: DatabaseUrls = { admission: one.urls.admission, announcement: one.urls.announcement };
  return { ownerUrl: OWNER_URL, urls, store: one.store };
}

describe('what can go wrong with a backup', () => {
  let world: World;
  let source: TestInstallation;
  let keys: Awaited<ReturnType<typeof newKeys>>;
  let path: string;
  const file = randomUUID();
  const archive = () => ({ path, identity: keys.identity });

  beforeAll(async () => {
    world = openWorld();
    keys = await newKeys();
    source = world.installation('damage');
    const { urls } = only(source);
    await prepareGiven(OWNER_URL, urls);
    for (const target of migrationTargets(OWNER_URL, urls)) await migrate(target);
    await source.store.put(file, Buffer.alloc(300_000, 'proof'));
    await source.read(
      'admission',
      `insert into files (id, uploader_id, uploader_role, purpose, name, media_type, size)
       values ($1, $1, 'wali_murid', 'payment_evidence', 'bukti.pdf', 'application/pdf', 300000)`,
      [file],
    );
    await source.read(
      'announcement',
      "insert into audit_events (id, action) values ($1, 'kept \\\\ as\n it is')",
      [file],
    );
    path = (
      await makeBackup(only(source), { folder: join(world.home, 'archives'), recipient: keys.recipient })
    ).path;
  });
  afterAll(() => world.close());

  test('when the key is another one, then nothing can be read', async () => {
    const { identity } = await newKeys();
    await expect(checkArchive(path, identity)).rejects.toThrow('encrypted for another key');
  });

  test.each([0, 0.001, 0.1, 0.5, 0.9, 0.999, 0.99999])(
    'when an archive was cut off at %p of its length, then the error says so',
    async (share) => {
      const whole = await readFile(path);
      const cut = join(world.home, 'cut.age');
      await writeFile(cut, whole.subarray(0, Math.floor(whole.length * share)));
      await expect(checkArchive(cut, keys.identity)).rejects.toThrow(
        /cut\.age is (?:damaged|no whole backup)/u,
      );
    },
  );

  test.each([0, 0.0005, 0.01, 0.2, 0.5, 0.8, 0.999])(
    'when one byte at %p of the length was flipped, then the error says so',
    async (share) => {
      const bytes = Buffer.from(await readFile(path));
      const at = Math.floor(bytes.length * share);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      const flipped = join(world.home, 'flipped.age');
      await writeFile(flipped, bytes);
      await expect(checkArchive(flipped, keys.identity)).rejects.toThrow(
        /flipped\.age (?:is damaged|was encrypted for another key)/u,
      );
    },
  );

  test('when a file is no archive or does not exist, then the error says so', async () => {
    const other = join(world.home, 'other.age');
    await writeFile(other, 'hello\n');
    await expect(checkArchive(other, keys.identity)).rejects.toThrow('other.age is damaged');
    await expect(checkArchive(join(world.home, 'none.age'), keys.identity)).rejects.toThrow('is not there');
  });

  longTest(
    'when the file store fails during a restore, then no database and no file is left behind',
    async () => {
      const target = world.installation('broken');
      const plan = await planRestore(only(target), archive());
      expect([plan.occupied, await target.names()]).toEqual([[], []]);
      const full = {
        ...target.store,
        put: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC' })),
      };
      await expect(restoreBackup({ ...only(target), store: full }, archive(), plan)).rejects.toThrow(
        'Nothing was restored: the disk is full',
      );
      expect(await target.names()).toEqual([]);
      expect(await target.store.get(file)).toBeNull();
    },
  );

  longTest(
    'when the rows do not fit the manifest, then the restore ends and what was there stays',
    async () => {
      const target = world.installation('misfit');
      const first = await planRestore(only(target), archive());
      await restoreBackup(only(target), archive(), first);
      await target.read('announcement', "insert into audit_events (id, action) values ($1, 'later')", [
        randomUUID(),
      ]);
      const plan = await planRestore(only(target), archive());
      expect(plan.occupied).toEqual(['admission', 'announcement']);
      const table = plan.manifest.tables['announcement.audit_events'];
      if (!table) throw new Error('no such table');
      const changed = {
        ...plan.manifest.tables,
        'announcement.audit_events': { ...table, sha256: '0'.repeat(64) },
      };
      const wrong = { ...plan, manifest: { ...plan.manifest, tables: changed } };
      await expect(restoreBackup(only(target), archive(), wrong)).rejects.toThrow(
        'differ from the 1 of the backup',
      );
      const actions = await target.read<{ action: string }>(
        'announcement',
        'select action from audit_events order by 1',
      );
      expect(actions.map(({ action }) => action)).toEqual(['kept \\\\ as\n it is', 'later']);
      expect(await target.names()).toHaveLength(2);
      // A file that was there before is not taken away with those that were added.
      const there = await target.store.get(file);
      there?.stream.destroy();
      expect(there?.size).toBe(300_000);
    },
  );

  test('when the disk is full while an archive is written, then that is said and nothing is left behind', async () => {
    const folder = join(world.home, 'full');
    mkdirSync(folder);
    let room = 100_000;
    const small = (async (...args: Parameters<typeof open>) => {
      const handle = await open(...args);
      const { writeFile: write } = handle;
      return Object.assign(handle, {
        writeFile: async (piece: Uint8Array) => {
          room -= piece.length;
          if (room < 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
          await write.call(handle, piece);
        },
      });
    }) as typeof open;
    const writer = await createArchive(join(folder, 'one.age'), keys.recipient, small);
    await expect(
      (async () => {
        for (let n = 0; n < 20; n += 1) await writer.addBuffer(`part-${n}`, randomBytes(50_000));
        await writer.finish();
      })(),
    ).rejects.toThrow('no space left');
    await writer.giveUp();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('when the folder of archives is not writable or a database is missing, then no backup is made, and the error says why', async () => {
    const blocked = join(world.home, 'blocked');
    await writeFile(blocked, '');
    const { recipient } = keys;
    await expect(makeBackup(only(source), { folder: join(blocked, 'in'), recipient })).rejects.toThrow(
      /No backup was made/u,
    );
    const away = world.installation('away');
    await expect(makeBackup(only(away), { folder: world.home, recipient })).rejects.toThrow('cannot be read');
  });

  test('when a backup names the steps that one migration stands for now, then it is restored and brought up to date', async () => {
    const older = world.installation('older');
    const later = world.installation('later');
    const one = (it: TestInstallation) => ({
      ...only(it),
      urls: { announcement: it.urls.announcement },
      auditKey: world.auditKey,
    });
    await prepareGiven(OWNER_URL, one(older).urls);
    const [target] = migrationTargets(OWNER_URL, one(older).urls);
    if (!target) throw new Error('no migrations');
    await migrate(target);
    const names = migrationFiles(target.directory);
    const [begin = '', ...since] = names;
    for (const name of since.toReversed()) {
      const { down } = (await import(join(target.directory, name))) as {
        down: (knex: unknown) => Promise<void>;
      };
      await down({ raw: (sql: string) => older.read('announcement', sql) });
    }
    await older.read('announcement', 'delete from migrations where name <> $1', [begin]);
    await older.read(
      'announcement',
      "update migrations set name = '20261121160000_first.ts' where name = $1",
      [begin],
    );
    const last = begin.replace('_begin', '_last_step');
    await older.read(
      'announcement',
      'insert into migrations (name, batch, migration_time) values ($1, 1, now())',
      [last],
    );
    await older.read('announcement', "insert into audit_events (id, action) values ($1, 'old')", [file]);
    const { recipient } = keys;
    const made = await makeBackup(one(older), { folder: join(world.home, 'old'), recipient });
    const old = { path: made.path, identity: keys.identity };
    const report = await restoreBackup(one(later), old, await planRestore(one(later), old));
    expect([report.rows, report.findings]).toEqual([1, []]);
    expect(await later.read('announcement', 'select action from audit_events')).toEqual([{ action: 'old' }]);
    const done = await later.read<{ name: string }>('announcement', 'select name from migrations order by 1');
    expect(done.map(({ name }) => name)).toEqual(names);

    const refused = async (name: string, maker: string) => {
      await older.read('announcement', 'update migrations set name = $1 where name in ($2, $3)', [
        name,
        last,
        '29990101000000_later.ts',
      ]);
      const { path } = await makeBackup(one(older), { folder: join(world.home, name), recipient });
      await expect(planRestore(one(later), { path, identity: keys.identity })).rejects.toThrow(maker);
    };
    await refused(
      '29990101000000_later.ts',
      'made by a newer version (announcement: 20261121160000_first.ts, 29990101000000_later.ts)',
    );
    await refused(
      '20261121170000_second.ts',
      `made by a state before ${begin} (announcement: 20261121160000_first.ts, 20261121170000_second.ts)`,
    );
  });
});
