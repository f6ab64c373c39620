import { longTest } from '@gerbang/domain/testing/runs';
import { once } from 'node:events';
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileIdOf } from '@gerbang/contracts/files';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import { attachFile } from '../src/files/attach-file.ts';
import { createDiskStore } from '@gerbang/file-store/disk-store';
import { sweepFiles } from '../src/files/sweep-files.ts';
import { type Door, openDoor } from './door.ts';
import { photo } from './file-samples.ts';
import { FORMS, read } from './upload-calls.ts';
import { openUploadWorld } from './upload-world.ts';

const DAY_MS = 86_400_000;
const objectsIn = (root: string) =>
  readdirSync(join(root, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ id: entry.name, path: join(entry.parentPath, entry.name) }));
const age = (path: string, ms: number) =>
  utimesSync(path, new Date(Date.now() - ms), new Date(Date.now() - ms));

describe('the sweep of files', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterEach(() => door.setClock(null));
  afterAll(() => door.close());

  const sweep = () => sweepFiles(door.context, createDiskStore(door.filesDir));

  test('when an upload is attached to nothing for a day, then row and bytes go; attached and young ones stay', async () => {
    const parent = await door.caller();
    const upload = async () => (await FORMS.raw(door, parent, await photo('jpeg'))).json().fileUrl as string;
    const [forgotten, attached] = [await upload(), await upload()];
    await attachFile(door.context, door.db, {
      fileId: fileIdOf(attached),
      uploaderId: parent.id,
      purpose: 'payment_evidence',
      attachedTo: 'registration_payment',
      recordId: uuidv7(),
      familyUserId: parent.id,
      path: 'x',
    });
    expect(await sweep()).toEqual({ unattached: 0, orphans: 0 });
    door.setClock(new Date(Date.now() + DAY_MS + 60_000));
    const young = await upload();
    expect((await sweep()).unattached).toBe(1);
    const statuses = await Promise.all([forgotten, attached, young].map((link) => read(door, parent, link)));
    expect(statuses.map((answer) => answer.statusCode)).toEqual([404, 200, 200]);
    expect(objectsIn(door.filesDir)).toHaveLength(2);
    expect(await door.db('uploads')).toHaveLength(1);
  });

  test('when a file is attached while the sweep takes it, then one of the two wins and no row is without bytes', async () => {
    const parent = await door.caller();
    for (let round = 0; round < 10; round += 1) {
      door.setClock(null);
      const link = (await FORMS.raw(door, parent, await photo('jpeg'))).json().fileUrl as string;
      door.setClock(new Date(Date.now() + DAY_MS + 60_000));
      const [, attached] = await Promise.all([
        sweep(),
        attachFile(door.context, door.db, {
          fileId: fileIdOf(link),
          uploaderId: parent.id,
          purpose: 'payment_evidence',
          attachedTo: 'registration_payment',
          recordId: uuidv7(),
          familyUserId: parent.id,
          path: 'x',
        }).catch(() => null),
      ]);
      expect((await read(door, parent, link)).statusCode).toBe(attached ? 200 : 404);
    }
  });

  test('when something unfinished is left over, then it goes after an hour', async () => {
    for (const folder of ['arriving', 'unfinished']) {
      for (const name of ['old', 'young']) writeFileSync(join(door.filesDir, folder, name), 'x');
      age(join(door.filesDir, folder, 'old'), 2 * 3_600_000);
    }
    await sweep();
    for (const folder of ['arriving', 'unfinished']) {
      expect(readdirSync(join(door.filesDir, folder))).toEqual(['young']);
    }
  });
});

describe('a process that is killed while it stores', () => {
  longTest.each([
    ['between bytes and row', 'after-bytes', 0],
    ['between row and answer', 'after-row', 1],
  ])(
    'when it dies %s, then no row is without bytes, the next process works, and the rest is swept',
    async (_when, die, rows) => {
      const world = await openUploadWorld();
      const database = createDatabase(world.url, { waitMs: 60_000 });
      try {
        const dying = await world.start(die);
        const ended = once(dying.child, 'exit');
        await expect(dying.upload(await photo('jpeg'))).rejects.toThrow('fetch failed');
        expect((await ended)[1]).toBe('SIGKILL');

        expect(await world.knex('files')).toHaveLength(rows);
        const [left] = objectsIn(world.filesDir);
        expect(objectsIn(world.filesDir)).toHaveLength(1);
        for (const { id } of await world.knex('files')) expect(id).toBe(left?.id);

        const next = await world.start();
        const kept = (await (await next.upload(await photo('jpeg'))).json()) as { fileUrl: string };
        expect((await next.read(kept.fileUrl)).status).toBe(200);
        age(left?.path ?? '', DAY_MS + 60_000);
        await world
          .knex('files')
          .where({ id: left?.id })
          .update({ created_at: new Date(Date.now() - DAY_MS - 60_000) });
        const context = { config: { FILES_DIR: world.filesDir }, database, log: null, now: () => new Date() };
        const swept = await sweepFiles(context as never, createDiskStore(world.filesDir));
        expect(swept).toEqual(rows === 1 ? { unattached: 1, orphans: 0 } : { unattached: 0, orphans: 1 });
        expect(existsSync(left?.path ?? '')).toBe(false);
        expect((await next.read(kept.fileUrl)).status).toBe(200);
      } finally {
        await database.close();
        await world.close();
      }
    },
  );
});
