import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileIdOf } from '@gerbang/contracts/files';
import { uuidv7 } from 'uuidv7';
import { attachFile } from '../src/files/attach-file.ts';
import { configSchema } from '../src/config.ts';
import { sweepFiles } from '../src/files/sweep-files.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { pdf, photo } from './file-samples.ts';
import { openObjectStorage } from '@gerbang/file-store/test/object-storage';
import { FORMS, read } from './upload-calls.ts';

const DAY_MS = 86_400_000;

describe('files in an S3-compatible store', () => {
  let storage: Awaited<ReturnType<typeof openObjectStorage>>;
  let door: Door;
  let parent: Caller;
  beforeAll(async () => {
    storage = await openObjectStorage();
    door = await openDoor(storage.env);
    parent = await door.caller();
  });
  afterEach(() => door.setClock(null));
  afterAll(async () => {
    await door.close();
    await storage.close();
  });

  const upload = async () => (await FORMS.raw(door, parent, await photo('jpeg'))).json().fileUrl as string;
  const sweep = () => sweepFiles(door.context, door.context.store);

  test('when each form uploads, then only its owner reads the file, and no folder of ours holds it', async () => {
    for (const form of Object.values(FORMS)) {
      const answer = await form(door, parent, await photo('jpeg'));
      expect(answer.statusCode).toBe(201);
      const link = answer.json().fileUrl as string;
      const own = await read(door, parent, link);
      expect([own.statusCode, own.headers['content-type'], own.rawPayload.length]).toEqual([
        200,
        'image/jpeg',
        Number(own.headers['content-length']),
      ]);
      expect((await read(door, await door.caller(), link)).statusCode).toBe(404);
    }
    expect(existsSync(join(door.filesDir, 'objects'))).toBe(false);
    expect(await storage.ids()).toHaveLength(Object.keys(FORMS).length);
  });

  test('when staff upload an attachment of a stage, then the family reads it once it is theirs', async () => {
    const staff = await door.caller('cs');
    const sent = await FORMS.raw(door, staff, pdf(), { name: 'undangan.pdf', purpose: 'stage_attachment' });
    const link = sent.json().fileUrl as string;
    expect((await read(door, parent, link)).statusCode).toBe(404);
    await attachFile(door.context, door.db, {
      fileId: fileIdOf(link),
      uploaderId: staff.id,
      purpose: 'stage_attachment',
      attachedTo: 'registration_stage',
      recordId: uuidv7(),
      familyUserId: parent.id,
      path: 'x',
    });
    expect((await read(door, parent, link)).statusCode).toBe(200);
  });

  test('when a day has gone by, then what belongs to nothing goes from the store: rows with bytes, and bytes without a row', async () => {
    const link = await upload();
    const orphan = uuidv7();
    await door.context.store.put(orphan, Buffer.from('x'));
    expect(await sweep()).toEqual({ unattached: 0, orphans: 0 });
    door.setClock(new Date(Date.now() + DAY_MS + 60_000));
    const swept = await sweep();
    expect(swept.orphans).toBe(1);
    expect(swept.unattached).toBeGreaterThanOrEqual(1);
    expect(await door.context.store.get(orphan)).toBeNull();
    expect(await door.context.store.get(link.slice(11))).toBeNull();
  });

  test('when the bytes are gone although their row is there, then 404', async () => {
    const link = await upload();
    await door.context.store.delete(link.slice(11));
    expect((await read(door, parent, link)).statusCode).toBe(404);
  });

  test('when the store is away, then uploads and reads are 503 with a clear message, and nothing stays behind', async () => {
    const link = await upload();
    const elsewhere = await openDoor({ ...storage.env, FILES_S3_ENDPOINT: 'http://127.0.0.1:9' });
    try {
      const caller = await elsewhere.caller();
      const answer = await FORMS.raw(elsewhere, caller, await photo('jpeg'));
      expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
        503,
        'storage_unavailable',
        '10',
      ]);
      expect(answer.json().message).toContain('Penyimpanan file');
      expect(answer.body).not.toContain('127.0.0.1');
      expect(await elsewhere.db('files')).toEqual([]);
      const row = await door
        .db('files')
        .where({ id: link.slice(11) })
        .first();
      await elsewhere.db('files').insert({ ...row, uploader_id: caller.id });
      expect((await read(elsewhere, caller, link)).statusCode).toBe(503);
    } finally {
      await elsewhere.close();
    }
  });

  test('when the configuration chooses S3 without a bucket, or half a pair of keys, then it is refused with the reason', () => {
    const { FILES_S3_BUCKET: _bucket, ...without } = storage.env;
    const { FILES_S3_SECRET_ACCESS_KEY: _secret, ...half } = storage.env;
    const plain = Object.entries(door.variables).filter(([name]) => !(name in storage.env));
    const config = (more: Record<string, string>) =>
      configSchema.parse({ ...Object.fromEntries(plain), ...more });
    expect(() => config(without)).toThrow('FILES_S3_BUCKET');
    expect(() => config(half)).toThrow('FILES_S3_SECRET_ACCESS_KEY');
    expect(config({}).FILES_DRIVER).toBe('disk');
  });
});
