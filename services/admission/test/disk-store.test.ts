import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { uuidv7 } from 'uuidv7';
import { createDiskStore } from '@gerbang/file-store/disk-store';
import { createSpool } from '../src/files/spool.ts';

const DAY_MS = 86_400_000;

describe('the folder of files', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'gerbang-store-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const placeOf = (id: string) => join(root, 'objects', id.slice(-2), id);
  const makeOld = (path: string) =>
    utimesSync(path, new Date(Date.now() - 2 * DAY_MS), new Date(Date.now() - 2 * DAY_MS));
  const list = async (before: Date) => {
    const ids: string[] = [];
    for await (const id of createDiskStore(root).listOlder(before)) ids.push(id);
    return ids.toSorted();
  };

  test('when bytes are put, then they come back whole, for this user alone, and nothing lies aside', async () => {
    const store = createDiskStore(root);
    const id = uuidv7();
    await store.put(id, Buffer.from('isi'));
    const got = await store.get(id);
    expect([got?.size, String(await buffer(got?.stream ?? Readable.from([])))]).toEqual([3, 'isi']);
    expect(statSync(placeOf(id)).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(root, 'unfinished'))).toEqual([]);
    await store.delete(id);
    await store.delete(id);
    expect(await store.get(id)).toBeNull();
  });

  test('when an id is no id, or a link lies in its place, then nothing outside is touched', async () => {
    const store = createDiskStore(root);
    for (const id of ['../../etc/passwd', '', 'x', `${uuidv7()}/..`]) {
      await expect(store.put(id, Buffer.from('x'))).rejects.toThrow(RangeError);
      await expect(store.get(id)).rejects.toThrow(RangeError);
      await expect(store.delete(id)).rejects.toThrow(RangeError);
    }
    const id = uuidv7();
    await store.put(id, Buffer.from('x'));
    await store.delete(id);
    symlinkSync('/etc/passwd', placeOf(id));
    await expect(store.get(id)).rejects.toThrow('ELOOP');
  });

  test('when old ids are asked for, then only objects of before are listed; unfinished ones are tidied', async () => {
    const store = createDiskStore(root);
    const [old, young] = [uuidv7(), uuidv7()];
    await store.put(old, Buffer.from('x'));
    await store.put(young, Buffer.from('x'));
    makeOld(placeOf(old));
    writeFileSync(join(root, 'unfinished', 'halb'), 'x');
    writeFileSync(join(root, 'unfinished', 'neu'), 'x');
    makeOld(join(root, 'unfinished', 'halb'));
    const before = new Date(Date.now() - DAY_MS);
    expect(await list(before)).toEqual([old]);
    await store.tidy(before);
    expect(readdirSync(join(root, 'unfinished'))).toEqual(['neu']);
    expect([existsSync(placeOf(old)), existsSync(placeOf(young))]).toEqual([true, true]);
  });

  test('when a stream is longer than the limit, or breaks, then nothing of it stays', async () => {
    const spool = createSpool(root);
    const tooLarge = () => new Error('too large');
    const chunks = () => Readable.from([Buffer.alloc(600), Buffer.alloc(600)]);
    await expect(spool.receive(chunks(), 1199, tooLarge)).rejects.toThrow('too large');
    async function* breaking() {
      yield Buffer.alloc(10);
      throw new Error('the line broke');
    }
    await expect(spool.receive(Readable.from(breaking()), 1200, tooLarge)).rejects.toThrow('the line broke');
    expect(readdirSync(join(root, 'arriving'))).toEqual([]);
    const kept = await spool.receive(chunks(), 1200, tooLarge);
    expect([kept.size, (await kept.head(700)).length]).toEqual([1200, 700]);
    await kept.dispose();
    expect(readdirSync(join(root, 'arriving'))).toEqual([]);
  });
});
