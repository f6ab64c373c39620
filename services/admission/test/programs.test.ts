import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileIdOf } from '@gerbang/contracts/files';
import { demoParent, seedDemoFamily } from '../src/demo-family.ts';
import { createDiskStore } from '../src/files/disk-store.ts';
import { replayRegistrations } from '../src/registrations/registration-events.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeRegistration, publishedSince } from './families.ts';

const run = promisify(execFile);

describe('programs of admission', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when the demo family is made twice, then it is there once: two children, one fee open, one proof to check', async () => {
    expect(await demoParent(door.db)).toBeUndefined();
    const caller: Caller = await door.caller('wali_murid', 'Rahma Aulia');
    await door.db('accounts').where({ id: caller.id }).update({ phone: '+6281110000001' });
    const parent = await demoParent(door.db);
    if (!parent) throw new Error('the demo parent is not found');
    const store = createDiskStore(door.filesDir);
    expect(await seedDemoFamily(door.context, store, parent)).toBe(true);
    expect(await seedDemoFamily(door.context, store, parent)).toBe(false);

    const children = (await door.call('C01', caller)).json();
    expect(children).toHaveLength(2);
    const rows = (await door.call('C07', caller)).json();
    expect(rows.map((row: { payment_status: string }) => row.payment_status)).toEqual(['paid', 'pending']);
    const file = await door.call('X01', caller, {
      params: { fileId: fileIdOf(rows[0].payment_evidence_url) ?? '' },
    });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(file.rawPayload.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    const full = (await door.call('C09', caller, { params: { id: rows[0].id } })).json();
    expect(full.child.nik).toMatch(/^99/);
    expect(full.parent).toMatchObject({
      father_name: 'Ahmad Ramadhani',
      father_income: '10.000.000 - 20.000.000',
    });
    expect(readdirSync(door.filesDir)).toContain('objects');

    await door.call('C11', caller, { params: { id: rows[1].id } });
    expect(await seedDemoFamily(door.context, store, parent)).toBe(false);
    expect((await door.call('C07', caller)).json()).toHaveLength(1);
  });

  test('when a seed was cut short, then the next one goes on instead of doubling', async () => {
    const caller = await door.caller('wali_murid', 'Wali Lain');
    const parent = { ...caller, name: 'Wali Lain', phone: null, active: true, version: 1 };
    const store = createDiskStore(door.filesDir);
    const full = { ...store, put: () => Promise.reject(new Error('disk full')) };
    await door.db('children').update({ deleted_at: new Date() });
    await expect(seedDemoFamily(door.context, full, parent)).rejects.toThrow('disk full');
    expect(await seedDemoFamily(door.context, store, parent)).toBe(true);
    expect((await door.call('C01', caller)).json()).toHaveLength(2);
    expect((await door.call('C07', caller)).json()).toHaveLength(2);
  });

  test('when all is told again, then every registration is, the deleted too, each with a higher version', async () => {
    const caller = await door.caller();
    for (let index = 0; index < 5; index += 1) await makeRegistration(door, caller);
    const [gone] = (await door.call('C07', caller)).json();
    await door.call('C11', caller, { params: { id: gone.id } });
    const rows = await door.db('registrations').orderBy('id');
    const before = door.published.length;
    expect(await replayRegistrations(door.context, 3)).toBe(rows.length);
    const told = publishedSince(door, before, 'registration.changed');
    expect(told.map((copy) => [copy.id, copy.version, copy.deleted])).toEqual(
      rows.map((row) => [row.id, row.event_version + 1, row.deleted_at !== null]),
    );
  });

  /** A program as its operator starts it, on this database. */
  function start(program: string, more: Record<string, string> = {}) {
    const key = () => randomBytes(32).toString('base64');
    const { DATABASE_URL, IDENTITY_PUBLIC_KEY, FILES_DIR } = door.context.config;
    const env = {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      PORT: '0',
      DATABASE_URL,
      QUEUE_DATABASE_URL: DATABASE_URL,
      BUS_KEYS: `k1:${key()}`,
      COLUMN_KEYS: `c1:${key()}`,
      BLIND_INDEX_KEY: key(),
      CODE_KEY: key(),
      INTERNAL_KEY: key(),
      IDENTITY_PUBLIC_KEY: Buffer.from(String(IDENTITY_PUBLIC_KEY)).toString('base64'),
      AUTH_URL: 'http://127.0.0.1:9',
      PUBLIC_ORIGIN: 'http://localhost:8080',
      FILES_DIR,
      ...more,
    };
    return run(process.execPath, [join(__dirname, '../src', program)], { env });
  }

  test('when the programs are started, then the seed works in the local run alone and the replay counts what it told', async () => {
    await expect(start('seed-demo.ts')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('local run'),
    });
    const seeded = await start('seed-demo.ts', { LOCAL_RUN: '1' });
    expect(seeded.stdout).toContain('the demo family is there');
    const versions = () => door.db('registrations').orderBy('id').pluck('event_version');
    const before = await versions();
    expect((await start('replay-events.ts')).stdout).toBe(`${before.length} registrations told again\n`);
    expect(await versions()).toEqual(before.map((version) => version + 1));
  });
});
