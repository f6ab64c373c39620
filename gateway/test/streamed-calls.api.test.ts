import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { IDENTITY_HEADER, IDENTITY_REFUSED_HEADER } from '@gerbang/contracts/identity';
import { type FakeServer, fakeServer } from '@gerbang/service-kit/testing/fake-server';
import { type Door, openDoor, ORIGIN } from './door.ts';

const UPLOAD = '/api/payment-evidence/upload';

describe('calls that stream', () => {
  let service: FakeServer;
  let respond: RequestListener;
  let door: Door;
  let url: string;
  let sid: string;
  let seen: string[];
  beforeAll(async () => {
    service = await fakeServer((incoming, response) => {
      seen.push(`${incoming.method} ${incoming.url}`);
      respond(incoming, response);
    });
    door = await openDoor({ ADMISSION_URL: service.url });
    url = await door.app.listen({ host: '127.0.0.1', port: 0 });
    sid = await door.login();
  });
  beforeEach(() => {
    seen = [];
  });
  afterAll(async () => {
    await door.close();
    await service.close();
  });

  const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + path, { method, headers: { cookie: sid, ...headers } });
  const file = () => `/api/files/${randomUUID()}`;

  test('when a file is read, then the service gets a signed identity, one spelling of the id and the query as it came', async () => {
    const headers = new Promise<Record<string, unknown>>((resolve) => {
      respond = (incoming, response) => {
        resolve(incoming.headers);
        response.end('bytes');
      };
    });
    const id = randomUUID();
    const answer = await read(`/api/files/%${id.charCodeAt(0).toString(16)}${id.slice(1)}?a=%41&a=b+c`, {
      'x-forwarded-for': '1.2.3.4',
      accept: 'image/*',
    });
    expect(await answer.text()).toBe('bytes');
    expect(seen).toEqual([`GET /api/files/${id}?a=%41&a=b+c`]);
    const got = await headers;
    expect(got).toMatchObject({ accept: 'image/*', [IDENTITY_HEADER]: expect.any(String) });
    expect(got['x-request-id']).toMatch(/./u);
    expect([got.cookie, got['x-forwarded-for'], got['user-agent']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(answer.headers.get('x-session-idle')).toMatch(/^\d+$/u);
  });

  test('when a service says a file has not changed, then it is 304 without a body', async () => {
    respond = (incoming, response) => {
      response.writeHead(incoming.headers['if-none-match'] === '"1"' ? 304 : 500, { etag: '"1"' }).end();
    };
    const answer = await read(file(), { 'if-none-match': '"1"' });
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, '"1"', '']);
  });

  test('when only the head of a file is asked for, then its headers come', async () => {
    respond = (_incoming, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '1234567' }).end();
    };
    const answer = await read(file(), {}, 'HEAD');
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '1234567']);
    expect(seen[0]).toMatch(/^HEAD /u);
  });

  test('when headers of a service are its own, then none of them reaches the browser', async () => {
    respond = (_incoming, response) => {
      response.writeHead(200, { 'set-cookie': 'leak=1', 'x-internal': 'secret', server: 'x' }).end('y');
    };
    const { headers } = await read(file());
    expect([headers.get('set-cookie'), headers.get('x-internal'), headers.get('server')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  const failures: [string, RequestListener, number, string][] = [
    ['is overloaded', (_incoming, response) => void response.writeHead(503).end('{}'), 503, ''],
    ['closes the connection', ({ socket }) => void socket.destroy(), 503, 'unavailable'],
    [
      'does not take the identity',
      (_incoming, response) => void response.writeHead(401, { [IDENTITY_REFUSED_HEADER]: '1' }).end('{}'),
      503,
      'unavailable',
    ],
    [
      'dies within a small file',
      (_incoming, response) => {
        response.writeHead(200, { 'content-length': 100, etag: '"2"' });
        response.write('the beginning', () => response.destroy());
      },
      503,
      'unavailable',
    ],
  ];
  test.each(failures)(
    'when a service %s, then it is asked once and the answer says so',
    async (_what, listener, status, code) => {
      respond = listener;
      const answer = await read(file());
      const text = await answer.text();
      expect([answer.status, seen.length]).toEqual([status, 1]);
      if (code) expect(JSON.parse(text)).toMatchObject({ code });
      expect(answer.headers.get('etag')).toBeNull();
    },
  );

  test('when a service is lost while it has an upload, then the message asks to look first', async () => {
    respond = ({ socket }) => void socket.destroy();
    const answer = await fetch(url + UPLOAD, {
      method: 'POST',
      headers: { origin: ORIGIN, cookie: sid, 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(10),
    });
    expect([answer.status, seen.length]).toEqual([503, 1]);
    expect(await answer.text()).toContain('Periksa dulu');
  });

  test('when the service dies within a large file, then the connection breaks, so that the file is not taken for whole', async () => {
    respond = (_incoming, response) => {
      response.writeHead(200, { 'content-length': 1_000_000 });
      response.write('the beginning', () => response.destroy());
    };
    await expect(read(file()).then((answer) => answer.text())).rejects.toThrow('terminated');
  });

  test('when a browser leaves within an upload, then the service sees it cut, and the next upload passes', async () => {
    const begun = Promise.withResolvers<void>();
    const cut = Promise.withResolvers<boolean>();
    respond = (incoming) => {
      incoming.once('data', () => begun.resolve());
      incoming.resume().once('close', () => cut.resolve(!incoming.complete));
    };
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      `POST ${UPLOAD} HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nCookie: ${sid}\r\n` +
        `Content-Type: application/octet-stream\r\nContent-Length: 200000\r\n\r\n${'a'.repeat(100_000)}`,
    );
    await begun.promise;
    socket.destroy();
    expect(await cut.promise).toBe(true);
    respond = (incoming, response) => void incoming.resume().once('end', () => response.writeHead(201).end());
    const next = await fetch(url + UPLOAD, {
      method: 'POST',
      headers: { origin: ORIGIN, cookie: sid, 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(100_000),
    });
    expect(next.status).toBe(201);
  });

  test('when a browser leaves within a file, then the service learns of it', async () => {
    const left = Promise.withResolvers<void>();
    respond = (_incoming, response) => {
      response.once('close', () => left.resolve());
      const piece = Buffer.alloc(65_536);
      const go = () => {
        while (!response.destroyed && response.write(piece));
        response.once('drain', go);
      };
      go();
    };
    const reading = request(url + file(), { headers: { cookie: sid } }).end();
    const [response] = await once(reading, 'response');
    await once(response, 'data');
    reading.destroy();
    await left.promise;
  });
});
