import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { uuidv7 } from 'uuidv7';
import { createS3Store, type S3Settings } from '../src/s3-store.ts';
import { settingsFor } from './object-storage.ts';

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** A store with scripted responses that records its requests. */
async function openFake(behave: Behaviour) {
  const asked: Array<{ method: string; path: string; headers: IncomingMessage['headers']; body: Buffer }> =
    [];
  const server = createServer((request, response) => {
    buffer(request).then(
      (body) => {
        const { method = '', url: path = '', headers } = request;
        asked.push({ method, path, headers, body });
        behave(request, response);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    endpoint: `http://127.0.0.1:${port}`,
    store: (more: Partial<S3Settings> = {}) => createS3Store(settingsFor(`http://127.0.0.1:${port}`, more)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const failing =
  (status: number, code: string): Behaviour =>
  (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>x</Message></Error>`);
  };
const away = { statusCode: 503, code: 'storage_unavailable', headers: { 'retry-after': '10' } };
const otherDigest = 'd5e0d8e7f9f8b7b6';

describe('an object store that does not do what it should', () => {
  const opened: Array<{ close(): Promise<void> }> = [];
  const fake = async (behave: Behaviour) => {
    const one = await openFake(behave);
    opened.push(one);
    return one;
  };
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
  });

  const everyCall = (store: ReturnType<typeof createS3Store>) => {
    const id = uuidv7();
    return [
      () => store.put(id, Buffer.from('isi')),
      () => store.get(id),
      () => store.delete(id),
      () => store.listOlder(new Date())[Symbol.asyncIterator]().next(),
    ];
  };

  test('when it is away, then every call says 503 and that it can be tried again', async () => {
    const gone = await openFake(failing(500, 'x'));
    await gone.close();
    for (const call of everyCall(gone.store())) await expect(call()).rejects.toMatchObject(away);
  });

  test('when it never responds, then every call ends by itself with 503', async () => {
    const silent = await fake(() => undefined);
    for (const call of everyCall(silent.store({ timeoutMs: 300 }))) {
      await expect(call()).rejects.toMatchObject(away);
    }
  });

  test('when it responds with 500, then it is called three times and no more', async () => {
    const broken = await fake(failing(500, 'InternalError'));
    for (const call of everyCall(broken.store())) {
      broken.asked.length = 0;
      await expect(call()).rejects.toMatchObject(away);
      expect(broken.asked).toHaveLength(3);
    }
  });

  test('when it stumbles once, then the caller does not notice', async () => {
    let stumbles = 1;
    const stumbling = await fake((request, response) => {
      stumbles -= 1;
      if (stumbles >= 0) failing(503, 'SlowDown')(request, response);
      else response.writeHead(200, { etag: '"x"' }).end();
    });
    await stumbling.store().put(uuidv7(), Buffer.from('isi'));
    expect(stumbling.asked.map(({ method, body }) => [method, String(body)])).toEqual([
      ['PUT', 'isi'],
      ['PUT', 'isi'],
    ]);
  });

  test('when it refuses us or has no such bucket, then 503 with its reason for the log alone', async () => {
    for (const [status, code] of [
      [403, 'AccessDenied'],
      [404, 'NoSuchBucket'],
    ] as const) {
      const refusing = await fake(failing(status, code));
      const error = await refusing
        .store()
        .get(uuidv7())
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ ...away, cause: { name: code } });
      expect((error as Error).message).not.toContain(code);
    }
  });

  test('when it is full, then 507', async () => {
    const full = await fake(failing(507, 'XMinioStorageFull'));
    const put = full.store().put(uuidv7(), Buffer.from('isi'));
    await expect(put).rejects.toMatchObject({ statusCode: 507, code: 'storage_full' });
  });

  test.each([
    ['other bytes', { 'content-length': '3', 'x-amz-meta-sha256': otherDigest }, 'isi', 'other bytes'],
    ['fewer bytes', { 'content-length': '9' }, 'isi', 'aborted'],
  ])(
    'when it gives %s than it was given, then the reader never has a whole file',
    async (_what, headers, body, message) => {
      const lying = await fake((_request, response) => {
        response.writeHead(200, headers);
        response.write(body);
        setImmediate(() => response.destroy());
      });
      const got = await lying.store().get(uuidv7());
      const read: Buffer[] = [];
      const reading = (async () => {
        for await (const chunk of got?.stream ?? []) read.push(chunk as Buffer);
      })();
      await expect(reading).rejects.toThrow(message);
      expect(Buffer.concat(read).length).toBeLessThan(got?.size ?? 0);
    },
  );

  test('when a file is put, then length, MD5 and encryption go with it, and the keys stay in the signature', async () => {
    const store = await fake((_request, response) => response.writeHead(200, { etag: '"x"' }).end());
    const id = uuidv7();
    await store.store({ encryption: 'aws:kms', kmsKeyId: 'kunci' }).put(id, Buffer.from('isi'));
    const [put] = store.asked;
    expect(put?.path.split('?')[0]).toBe(`/gerbang-files/sekolah/objects/${id.slice(-2)}/${id}`);
    expect(put?.headers).toMatchObject({
      'content-length': '3',
      'content-md5': 'p6GzNSR1VL5mEvWD4ytkyw==',
      'x-amz-server-side-encryption': 'aws:kms',
      'x-amz-server-side-encryption-aws-kms-key-id': 'kunci',
    });
    expect(put?.headers['x-amz-meta-sha256']).toMatch(/^[0-9a-f]{64}$/u);
    expect(put?.headers['transfer-encoding']).toBeUndefined();
  });
});
