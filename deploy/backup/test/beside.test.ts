import { longTest } from '@gerbang/domain/testing/runs';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type DatabaseUrls, migrationTargets, prepareGiven } from '@gerbang/local/databases';
import { migrate } from '@gerbang/service-kit/data/migrate';
import { Decrypter } from 'age-encryption';
import { checkArchive } from '../src/archive-reader.ts';
import { chooseArchive, momentOf } from '../src/choose-archive.ts';
import { isReadAgain } from '../src/files-folder.ts';
import { newKeys } from '../src/identity.ts';
import { makeBackup } from '../src/make-backup.ts';
import { oneAtATime } from '../src/one-at-a-time.ts';
import { pruneBackups } from '../src/prune.ts';
import { planRestore, restoreBackup } from '../src/restore-backup.ts';
import { OWNER_URL, openWorld, type TestInstallation, type World } from './world.ts';

const FILE = `insert into files (id, uploader_id, uploader_role, purpose, name, media_type, size)
  values ($1, $1, 'wali_murid', 'payment_evidence', 'bukti.pdf', 'application/pdf', 700)`;

/** One database instead of seven, so that each test is quick. */
function only(one: TestInstallation) {
  const urls: DatabaseUrls = { admission: one.urls.admission };
  return { ownerUrl: OWNER_URL, urls, store: one.store };
}

describe('backups with the files beside the archives', () => {
  let world: World;
  let source: TestInstallation;
  let keys: Awaited<ReturnType<typeof newKeys>>;
  let folder: string;
  const place = (id: string) => join(folder, 'files', id);
  const filesThere = () => readdirSync(join(folder, 'files')).filter((name) => name !== 'index.json');

  async function addFile(bytes = randomBytes(70_000)): Promise<string> {
    const id = randomUUID();
    await source.store.put(id, bytes);
    await source.read('admission', FILE, [id]);
    return id;
  }
  const backUp = (at: string) =>
    makeBackup(only(source), { folder, recipient: keys.recipient, beside: true, now: new Date(at) });
  const check = ({ path }: { path: string }) => checkArchive(path, keys.identity);

  beforeAll(async () => {
    world = openWorld();
    keys = await newKeys();
    source = world.installation('beside');
    const { urls } = only(source);
    await prepareGiven(OWNER_URL, urls);
    for (const target of migrationTargets(OWNER_URL, urls)) await migrate(target);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    folder = join(world.home, randomUUID());
    await source.read('admission', 'delete from files');
  });

  longTest(
    'when files are added between runs, then each is written once, encrypted by itself, and restored',
    async () => {
      const content = randomBytes(200_000);
      const first = await addFile(content);
      const one = await backUp('2026-11-27T07:00:00Z');
      const { mtimeMs, ino } = statSync(place(first));
      const second = await addFile();
      const two = await backUp('2026-11-27T07:15:00Z');
      expect([one.files, one.written, two.files, two.written]).toEqual([1, 1, 2, 1]);
      expect(statSync(place(first))).toMatchObject({ mtimeMs, ino });
      expect(filesThere().toSorted()).toEqual([first, second].toSorted());
      const age = new Decrypter();
      age.addIdentity(keys.identity);
      expect(content.equals(await age.decrypt(readFileSync(place(first))))).toBe(true);

      const target = world.installation(`restored_${second.slice(0, 4)}`);
      const withKey = { ...only(target), auditKey: world.auditKey };
      const archive = { path: two.path, identity: keys.identity };
      const report = await restoreBackup(withKey, archive, await planRestore(only(target), archive));
      expect([report.files, report.findings]).toEqual([2, []]);
      const restored = await target.store.get(first);
      expect(content.equals(Buffer.concat(restored ? await restored.stream.toArray() : []))).toBe(true);
    },
  );

  longTest(
    'when it is restored to a moment between archives, then it is as it was in the one before that moment',
    async () => {
      const target = world.installation(`moment_${randomUUID().slice(0, 4)}`);
      const whole = { ...only(target), auditKey: world.auditKey };
      const [gone, kept] = [await addFile(), await addFile()];
      await backUp('2026-11-27T07:00:00Z');
      const between = await addFile();
      await backUp('2026-11-27T07:15:00Z');
      const last = await addFile();
      await source.read('admission', 'delete from files where id = $1', [gone]);
      await source.store.delete(gone);
      await backUp('2026-11-27T07:30:00Z');
      const expected = [
        ['2026-11-27T14:10+07:00', 600_000, [gone, kept]],
        ['2026-11-27T14:29:59+07:00', 899_000, [gone, kept, between]],
        ['2026-11-27T07:30Z', 0, [kept, between, last]],
      ] as const;
      for (const [moment, older, files] of expected) {
        const chosen = await chooseArchive(folder, momentOf(moment));
        expect(chosen.older).toBe(older);
        const archive = { path: chosen.path, identity: keys.identity };
        const report = await restoreBackup(whole, archive, await planRestore(whole, archive));
        expect([moment, report.findings]).toEqual([moment, []]);
        const rows = await target.read<{ id: string }>('admission', 'select id from files');
        expect([moment, new Set(rows.map(({ id }) => id))]).toEqual([moment, new Set(files)]);
      }
    },
  );

  test.each([
    ['missing', (path: string) => rmSync(path)],
    ['cut off', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 60_000))],
    [
      'changed',
      (path: string) => {
        const bytes = readFileSync(path);
        bytes.writeUInt8(bytes.readUInt8(50_000) ^ 1, 50_000);
        writeFileSync(path, bytes);
      },
    ],
    ['another one', (path: string, other: string) => copyFileSync(other, path)],
  ])('when a file is %s, then that is found before anything is written', async (_how, harm) => {
    const [harmed, other] = [await addFile(), await addFile()];
    const { path } = await backUp('2026-11-27T07:00:00Z');
    harm(place(harmed), place(other));
    const target = world.installation(`harmed_${harmed.slice(0, 4)}`);
    await expect(planRestore(only(target), { path, identity: keys.identity })).rejects.toThrow(
      `1 of 2 files are missing or damaged in ${join(folder, 'files')}: ${harmed}`,
    );
    expect(await target.names()).toEqual([]);
    expect(await target.store.get(harmed)).toBeNull();
  });

  test('when a file of the folder is lost or damaged, then a later run writes it again, and older archives are whole again', async () => {
    const [lost, rotten] = [await addFile(), await addFile()];
    const one = await backUp('2026-11-27T07:00:00Z');
    rmSync(place(lost));
    writeFileSync(place(rotten), 'rotten');
    const turns = Array.from(
      { length: 97 },
      (_unused, turn) => Date.parse('2026-11-27T07:15:00Z') + turn * 900_000,
    );
    const itsTurn = turns.find((made) => isReadAgain(rotten, made)) ?? 0;
    const otherTurn = turns.find((made) => !isReadAgain(rotten, made)) ?? 0;
    const written = [];
    for (const made of [otherTurn, itsTurn, itsTurn + 1000])
      written.push((await backUp(new Date(made).toISOString())).written);
    expect(written).toEqual([1, 1, 0]);
    expect(Object.keys((await check(one)).manifest.files).toSorted()).toEqual([lost, rotten].toSorted());
  });

  test('when the index is lost, then the files are written again and nothing that an archive names is removed', async () => {
    const [kept, erased] = [await addFile(), await addFile()];
    const one = await backUp('2026-11-27T07:00:00Z');
    await source.read('admission', 'delete from files where id = $1', [erased]);
    writeFileSync(join(folder, 'files/index.json'), '{ cut off');
    expect((await backUp('2026-11-27T07:15:00Z')).written).toBe(1);
    await pruneBackups(folder, 2, new Date('2026-11-27T07:16:00Z'));
    expect(filesThere().toSorted()).toEqual([kept, erased].toSorted());
    expect(Object.keys((await check(one)).manifest.files)).toHaveLength(2);
  });

  test('when a file was erased, then it stays while a kept archive names it, and goes with the last one', async () => {
    const [erased, kept] = [await addFile(), await addFile()];
    const one = await backUp('2026-11-20T23:45:00Z');
    await source.store.delete(erased);
    await source.read('admission', 'delete from files where id = $1', [erased]);
    const two = await backUp('2026-11-21T23:45:00Z');
    expect(await pruneBackups(folder, 3, new Date('2026-11-22T23:50:00Z'))).toEqual({
      archives: [],
      files: 0,
    });
    await check(one);
    expect(await pruneBackups(folder, 3, new Date('2026-11-23T00:00:00Z'))).toEqual({
      archives: [expect.stringContaining('20261120T234500Z')],
      files: 1,
    });
    expect([existsSync(place(erased)), existsSync(place(kept))]).toEqual([false, true]);
    expect(Object.keys((await check(two)).manifest.files)).toEqual([kept]);
    expect(readFileSync(join(folder, 'files/index.json'), 'utf8')).not.toContain(erased);
  });

  test('when the files are for another key, then no archive is made that could not be restored', async () => {
    await addFile();
    await backUp('2026-11-27T07:00:00Z');
    const { recipient } = await newKeys();
    const other = makeBackup(only(source), { folder, recipient, beside: true });
    await expect(other).rejects.toThrow('was encrypted for another key');
    expect(readdirSync(folder).filter((name) => name.includes('.age'))).toHaveLength(1);
  });

  test('when another backup runs, then the next one waits for it, and gives up when it does not end', async () => {
    const order: string[] = [];
    let second: Promise<unknown> | undefined;
    await oneAtATime(OWNER_URL, async () => {
      await expect(oneAtATime(OWNER_URL, async () => order.push('never'), '50ms')).rejects.toThrow(
        'Another backup is running and does not end',
      );
      second = oneAtATime(OWNER_URL, async () => order.push('second'));
      order.push('first');
    });
    await second;
    expect(order).toEqual(['first', 'second']);
  });
});
