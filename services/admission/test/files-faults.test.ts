import { longTest } from '@gerbang/domain/testing/runs';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer } from '@gerbang/service-kit/http/server';
import { createVerifier } from '@gerbang/service-kit/http/identity';
import { patiently } from '@gerbang/service-kit/testing/patience';
import type { FastifyInstance } from 'fastify';
import { createDiskStore } from '@gerbang/file-store/disk-store';
import { filesRoutes } from '../src/files/files.routes.ts';
import type { ObjectStore } from '@gerbang/file-store/object-store';
import { diskProblem } from '@gerbang/file-store/folders';
import { type Caller, type Door, openDoor } from './door.ts';
import { jpegOf, photo } from './file-samples.ts';
import { FORMS } from './upload-calls.ts';
import { openUploadWorld } from './upload-world.ts';
import { until } from '@gerbang/service-kit/testing/until';

const full = () => Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe('uploads when something fails', () => {
  let door: Door;
  let parent: Caller;
  beforeAll(async () => {
    door = await openDoor();
  });
  beforeEach(async () => {
    parent = await door.caller();
  });
  afterAll(() => door.close());

  const counted = async () => (await door.db('uploads').where({ user_id: parent.id })).length;

  /** The same door with another store behind it. */
  function withStore(store: Partial<ObjectStore>): Door & { app: FastifyInstance } {
    const app = createServer({ name: 'faults', logger: door.context.log });
    const verifier = createVerifier(door.context.config.IDENTITY_KEYS, 'admission');
    filesRoutes(app, verifier, door.context, { ...createDiskStore(door.filesDir), ...store });
    return { ...door, app };
  }

  test('when the store is full, then 507 with Retry-After, nothing is left, nothing counts, and the next upload works', async () => {
    let isFull = true;
    const store = createDiskStore(door.filesDir);
    const broken = withStore({
      put: async (id, bytes) => {
        if (isFull) throw diskProblem(full());
        await store.put(id, bytes);
      },
    });
    for (const form of Object.values(FORMS)) {
      const answer = await form(broken, parent, await photo('jpeg'));
      expect([answer.statusCode, answer.json().code]).toEqual([507, 'storage_full']);
      expect(answer.headers['retry-after']).toBe('60');
    }
    expect([filesIn(door.filesDir), await door.db('files')]).toEqual([[], []]);
    await until(async () => (await counted()) === 0);
    expect(await counted()).toBe(0);
    isFull = false;
    expect((await FORMS.raw(broken, parent, await photo('jpeg'))).statusCode).toBe(201);
    await broken.app.close();
  });

  test('when the row cannot be written, then its bytes are taken away again', async () => {
    const before = filesIn(door.filesDir).length;
    const broken = withStore({
      put: async (id, bytes) => {
        await createDiskStore(door.filesDir).put(id, bytes);
        await door.db.raw(`alter table files add constraint refuse check (size < 0) not valid`);
      },
    });
    const answer = await FORMS.raw(broken, parent, await photo('jpeg'));
    await door.db.raw('alter table files drop constraint refuse');
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(filesIn(door.filesDir)).toHaveLength(before);
    await broken.app.close();
  });

  test('when a sender goes away in the middle, then nothing is left, nothing counts, and no place stays taken', async () => {
    const before = filesIn(door.filesDir).length;
    const broken = withStore({});
    await broken.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = broken.app.server.address() as AddressInfo;
    const headers = Object.entries(door.headers(parent)).map(([name, value]) => `${name}: ${value}\r\n`);
    for (const type of [
      'application/octet-stream',
      'application/json',
      'multipart/form-data; boundary=batas',
    ]) {
      const leavers = Array.from({ length: 6 }, async () => {
        const socket = connect(port, '127.0.0.1');
        await once(socket, 'connect');
        socket.write(
          `POST /api/payment-evidence/upload HTTP/1.1\r\nhost: x\r\n${headers.join('')}content-type: ${type}\r\n` +
            `x-file-name: a.jpg\r\ncontent-length: 100000\r\n\r\n--batas\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n{"fileData":"`,
        );
        socket.write(Buffer.alloc(20_000, 'A'));
        return socket;
      });
      const sockets = await Promise.all(leavers);
      // In the middle: each is counted, and its bytes are awaited.
      await until(async () => (await counted()) === sockets.length);
      expect(await counted()).toBe(sockets.length);
      for (const socket of sockets) socket.destroy();
      await until(async () => (await counted()) === 0 && filesIn(door.filesDir).length <= before);
    }
    expect([await counted(), filesIn(door.filesDir).length]).toEqual([0, before]);
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const bytes = await photo('jpeg');
        return patiently(() => FORMS.json(broken, parent, bytes));
      }),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 12 }, () => 201));
    await broken.app.close();
  });

  test('when a body of unknown length runs over the limit, then 413, and the same connection takes the next upload', async () => {
    const broken = withStore({});
    await broken.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = broken.app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    const send = async (bytes: Buffer) => {
      const asked = request({
        host: '127.0.0.1',
        port,
        agent,
        method: 'POST',
        path: '/api/payment-evidence/upload',
        headers: {
          ...door.headers(parent),
          'content-type': 'application/octet-stream',
          'x-file-name': 'a.jpg',
        },
      });
      for (let at = 0; at < bytes.length; at += 65_536) asked.write(bytes.subarray(at, at + 65_536));
      asked.end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      sockets.add(asked.socket);
      await text(answer);
      return answer.statusCode;
    };
    expect(await send(await jpegOf(7_000_000))).toBe(413);
    expect(await send(await jpegOf(4_000_000))).toBe(201);
    expect(sockets.size).toBe(1);
    agent.destroy();
    await broken.app.close();
  });

  test('when bytes are gone although their row is there, then 404, and the log says so', async () => {
    const link = (await FORMS.raw(door, parent, await photo('jpeg'))).json().fileUrl as string;
    await createDiskStore(door.filesDir).delete(link.slice(11));
    expect((await door.app.inject({ url: link, headers: door.headers(parent) })).statusCode).toBe(404);
    expect(door.logged()).toContain('file_without_bytes');
  });

  test('when uploads go well or wrong, then no log line holds a name, a link or bytes of them', async () => {
    await FORMS.raw(door, parent, await photo('jpeg'), { name: 'CANARY-NAME.jpg' });
    await FORMS.json(door, parent, Buffer.from('CANARY-BYTES'), { name: 'CANARY-NAME.png' });
    await FORMS.form(door, parent, Buffer.from('\xff\xd8\xff\xe0CANARY', 'latin1'), {
      name: 'CANARY-NAME.jpg',
    });
    expect(door.logged()).not.toContain('CANARY');
  });
});

/** A small disk of its own needs rights that only root has. */
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

if (mayMount) {
  describe('a disk that is really full', () => {
    longTest(
      'when the disk is full, then 507, no half file, the service lives and works once there is room',
      async () => {
        const disk = mkdtempSync(join(tmpdir(), 'gerbang-small-'));
        execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
        const world = await openUploadWorld(disk);
        try {
          const program = await world.start();
          const large = await jpegOf(5_000_000);
          const send = async () => (await program.upload(large)).status;
          const statuses = await Promise.all(Array.from({ length: 6 }, send));
          expect(statuses).toContain(507);
          const rows = await world.knex('files');
          expect(rows).toHaveLength(statuses.filter((status) => status === 201).length);
          expect(filesIn(disk)).toHaveLength(rows.length);
          expect((await program.upload(await photo('jpeg'))).status).toBe(201);
          expect((await program.upload(large)).status).toBe(201);
        } finally {
          await world.close({ keepFolder: true });
          execFileSync('/bin/umount', [disk]);
          rmSync(disk, { recursive: true, force: true });
        }
      },
    );
  });
}
