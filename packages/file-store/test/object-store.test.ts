import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { uuidv7 } from 'uuidv7';
import { createDiskStore } from '../src/disk-store.ts';
import type { ObjectStore } from '../src/object-store.ts';
import { createS3Store } from '../src/s3-store.ts';
import { openObjectStorage } from './object-storage.ts';

/** Every kind of store, opened empty: what follows is promised by each of them. */
const STORES: Record<string, () => Promise<{ store: ObjectStore; close(): Promise<void> }>> = {
  disk: async () => {
    const root = mkdtempSync(join(tmpdir(), 'gerbang-store-'));
    return {
      store: createDiskStore(root),
      close: async () => rmSync(root, { recursive: true, force: true }),
    };
  },
  s3: async () => {
    const storage = await openObjectStorage();
    return { store: createS3Store(storage.settings), close: () => storage.close() };
  },
};

describe.each(Object.keys(STORES))('a store of files (%s)', (kind) => {
  let opened: Awaited<ReturnType<(typeof STORES)[string]>>;
  beforeEach(async () => {
    const open = STORES[kind];
    if (!open) throw new Error(kind);
    opened = await open();
  });
  afterEach(() => opened.close());

  const bytesOf = async (id: string) => {
    const got = await opened.store.get(id);
    return got && { size: got.size, bytes: await buffer(got.stream) };
  };
  const older = async (before: Date) => {
    const ids: string[] = [];
    for await (const id of opened.store.listOlder(before)) ids.push(id);
    return ids.toSorted();
  };
  const soon = () => new Date(Date.now() + 3_600_000);

  test('when bytes are put, then they come back whole, and are gone once forgotten, as often as one likes', async () => {
    const { store } = opened;
    const id = uuidv7();
    const bytes = Buffer.from([0, 255, 10, 13, ...Buffer.from('isi 🙂')]);
    await store.put(id, bytes);
    expect(await bytesOf(id)).toEqual({ size: bytes.length, bytes });
    await store.delete(id);
    await store.delete(id);
    expect(await store.get(id)).toBeNull();
    expect(await older(soon())).toEqual([]);
  });

  test('when four files of 2 MB are put and read at once, then each is itself', async () => {
    const files = Array.from({ length: 4 }, (_, at) => ({
      id: uuidv7(),
      bytes: Buffer.alloc(2 * 1024 * 1024, at + 1),
    }));
    await Promise.all(files.map(({ id, bytes }) => opened.store.put(id, bytes)));
    const right = await Promise.all(
      files.map(async ({ id, bytes }) => (await bytesOf(id))?.bytes.equals(bytes)),
    );
    expect(right).toEqual(files.map(() => true));
  });

  test('when a reader goes away in the middle, then the next one reads as before', async () => {
    const id = uuidv7();
    const bytes = Buffer.alloc(3_000_000, 7);
    await opened.store.put(id, bytes);
    const first = await opened.store.get(id);
    first?.stream.destroy();
    expect((await bytesOf(id))?.bytes.equals(bytes)).toBe(true);
  });

  test('when old ones are listed, then every object that is stored, and none for a time before', async () => {
    const ids = Array.from({ length: 12 }, () => uuidv7());
    await Promise.all(ids.map((id) => opened.store.put(id, Buffer.from('x'))));
    expect(await older(soon())).toEqual(ids.toSorted());
    expect(await older(new Date(Date.now() - 3_600_000))).toEqual([]);
    await opened.store.tidy(soon());
    expect(await older(soon())).toEqual(ids.toSorted());
  });

  test.each(['../../etc/passwd', '', 'x', `${'0'.repeat(36)}/..`])(
    'when %p is taken for an id, then it is refused before anything is asked',
    async (id) => {
      await expect(opened.store.put(id, Buffer.from('x'))).rejects.toThrow(RangeError);
      await expect(opened.store.get(id)).rejects.toThrow(RangeError);
      await expect(opened.store.delete(id)).rejects.toThrow(RangeError);
    },
  );
});

test('when the key of an object store is another, then 503 and the reason for the log', async () => {
  const storage = await openObjectStorage();
  const credentials = { accessKeyId: 'GK0123456789abcdef01234567', secretAccessKey: 'x'.repeat(64) };
  const stranger = createS3Store({ ...storage.settings, credentials });
  const error = await stranger.put(uuidv7(), Buffer.from('x')).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    statusCode: 503,
    code: 'storage_unavailable',
    cause: { $metadata: { httpStatusCode: 403 } },
  });
  expect(await storage.ids()).toEqual([]);
  await storage.close();
});
