import { createHash, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { serveInProcess } from '@gerbang/service-kit/http/in-process';
import Fastify, { type FastifyInstance } from 'fastify';
import { openDoor, ORIGIN, type Door } from './door.ts';

const PATH = '/api/payment-evidence/upload';

/** A service that reads uploads as a stream and resolves `firstPart` at the first chunk. */
async function fileService() {
  const app: FastifyInstance = Fastify({ bodyLimit: 50_000_000 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const seen: { headers: Record<string, unknown>; bytes: number; sha: string }[] = [];
  let first: () => void = () => undefined;
  const firstPart = new Promise<void>((resolve) => {
    first = resolve;
  });
  app.post(PATH, async (request, reply) => {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const part of request.body as AsyncIterable<Buffer>) {
      bytes += part.length;
      hash.update(part);
      first();
    }
    seen.push({ headers: request.headers, bytes, sha: hash.digest('hex') });
    return reply.code(201).send({ success: true });
  });
  app.get('/api/files/:id', async (_request, reply) =>
    reply
      .type('application/pdf')
      .headers({
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'same-site',
        'content-disposition': 'inline; filename="bukti.pdf"',
        'cache-control': 'private, no-store',
        'last-modified': 'Sat, 21 Nov 2026 00:00:00 GMT',
        etag: '"1"',
      })
      .send(Readable.from([Buffer.alloc(400_000, 'a'), Buffer.alloc(400_000, 'b')])),
  );
  app.get('/api/children', async (_request, reply) =>
    reply
      .headers({
        'content-security-policy': 'sandbox',
        link: '</api/children?cursor=x>; rel="next"',
        'x-total-count': '3',
        etag: '"7"',
        'retry-after': '3',
      })
      .send([]),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    seen,
    firstPart,
    url: `http://127.0.0.1:${(app.server.address() as { port: number }).port}`,
  };
}

describe.each(['over the network', 'within the process'])('files at the door, %s', (way) => {
  let service: Awaited<ReturnType<typeof fileService>>;
  let door: Door;
  let sid: string;
  let port: number;
  beforeAll(async () => {
    service = await fileService();
    if (way === 'within the process') serveInProcess(service.app.server);
    door = await openDoor({ ADMISSION_URL: service.url });
    sid = await door.login();
    await door.app.listen({ host: '127.0.0.1', port: 0 });
    port = (door.app.server.address() as { port: number }).port;
  });
  afterAll(async () => {
    await door.close();
    await service.app.close();
  });

  const send = (body: RequestInit['body'], headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}${PATH}`, {
      method: 'POST',
      headers: { origin: ORIGIN, cookie: sid, ...headers },
      body,
      duplex: 'half',
    } as RequestInit);

  test('when a raw file is sent, then the service gets its bytes, name and purpose, and no cookie', async () => {
    const file = Buffer.alloc(3_000_000, 'x');
    const answer = await send(file, {
      'content-type': 'application/octet-stream',
      'x-file-name': 'bukti%20bayar.pdf',
      'x-file-type': 'image/jpeg',
    });
    expect([answer.status, await answer.json()]).toEqual([201, { success: true }]);
    const { headers, bytes, sha } = service.seen.at(-1)!;
    expect([bytes, sha]).toEqual([file.length, createHash('sha256').update(file).digest('hex')]);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(file.length),
      'x-file-name': 'bukti%20bayar.pdf',
      'x-file-type': 'image/jpeg',
    });
    expect(headers.cookie).toBeUndefined();
  });

  test('when a form with a file is sent, then it passes with its boundary', async () => {
    const form = new FormData();
    form.set('file', new Blob([Buffer.alloc(100_000, 'y')]), 'bukti.pdf');
    expect((await send(form, {})).status).toBe(201);
    const { headers, bytes } = service.seen.at(-1)!;
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/u);
    expect(bytes).toBeGreaterThan(100_000);
  });

  test('when a file is still being sent, then the service has its beginning already', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nCookie: ${sid}\r\nContent-Type: application/octet-stream\r\n` +
        `Content-Length: 200000\r\nConnection: close\r\n\r\n${'a'.repeat(100_000)}`,
    );
    await service.firstPart;
    let reply = '';
    socket.on('data', (part) => {
      reply += part.toString();
    });
    socket.write('a'.repeat(100_000));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(reply).toMatch(/^HTTP\/1\.1 201/u);
    expect(service.seen.at(-1)!.bytes).toBe(200_000);
  });

  test('when a file grows over the limit of its call, then it is 413, whatever its length was said to be', async () => {
    const before = service.seen.length;
    const parts = function* () {
      for (let index = 0; index < 8; index += 1) yield Buffer.alloc(1_000_000);
    };
    const chunked = await send(Readable.toWeb(Readable.from(parts())) as never, {
      'content-type': 'application/octet-stream',
    });
    expect(chunked.status).toBe(413);
    const said = await send(Buffer.alloc(7_300_000), { 'content-type': 'application/octet-stream' });
    expect(said.status).toBe(413);
    expect(service.seen.length).toBe(before);
  });

  test.each(['text/html', 'application/octet-stream; x=y', 'multipart/form-data', 'image/png'])(
    'when an upload says it is %j, then it is 415',
    async (type) => {
      expect((await send('x', { 'content-type': type })).status).toBe(415);
    },
  );

  test('when a raw file is sent from another site or to another call, then it is refused', async () => {
    const foreign = await send('x', {
      'content-type': 'application/octet-stream',
      origin: 'https://evil.example',
    });
    expect(foreign.status).toBe(403);
    const other = await door.call('POST', '/api/children', {
      sid,
      payload: 'x',
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(other.statusCode).toBe(415);
  });

  test('when a file is read, then its own narrower policy wins, and its headers and bytes arrive', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/files/${randomUUID()}`, {
      headers: { cookie: sid },
    });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-site',
      'content-disposition': 'inline; filename="bukti.pdf"',
      'cache-control': 'private, no-store',
      'last-modified': 'Sat, 21 Nov 2026 00:00:00 GMT',
      etag: '"1"',
      'x-content-type-options': 'nosniff',
    });
    expect((await answer.arrayBuffer()).byteLength).toBe(800_000);
  });

  test('when a list is read, then its paging headers pass and the policy is the gateway’s', async () => {
    const answer = await door.call('GET', '/api/children', { sid });
    expect(answer.headers).toMatchObject({
      link: '</api/children?cursor=x>; rel="next"',
      'x-total-count': '3',
      etag: '"7"',
      'retry-after': '3',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    });
  });
});
