import { connect } from 'node:net';
import { unknownGateway } from '@gerbang/service-kit/http/problems';
import { openDoor, openListening, ORIGIN, type Door, USER } from './door.ts';

describe('requests at the door', () => {
  let door: Door;
  let sid: string;
  let port: number;
  beforeAll(async () => {
    ({ door, sid, port } = await openListening());
  });
  afterAll(() => door.close());

  const body = { email: 'a@b.id' };
  const PATH = '/api/auth/forgot-password';

  test.each([
    ['our origin', { origin: ORIGIN }, 200],
    ['our origin, same-origin', { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }, 200],
    ['same-origin without origin', { origin: undefined, 'sec-fetch-site': 'same-origin' }, 200],
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    [
      'a foreign origin that says same-origin',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      403,
    ],
    ['our origin, cross-site', { origin: ORIGIN, 'sec-fetch-site': 'cross-site' }, 403],
    ['same-site', { origin: ORIGIN, 'sec-fetch-site': 'same-site' }, 403],
    ['the null origin', { origin: 'null' }, 403],
    ['neither header', { origin: undefined }, 403],
  ])('when a write comes with %s, then it is %s %i', async (_what, headers, expected) => {
    const before = door.seen.length;
    const answer = await door.app.inject({
      method: 'POST',
      url: PATH,
      payload: body,
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    });
    expect(answer.statusCode).toBe(expected);
    expect(door.seen.length).toBe(before + (expected === 200 ? 1 : 0));
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json\t',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json, text/plain',
    'text/plain; application/json',
    'application/vnd.api+json',
    'application/json/../x',
    '*/*',
    'json',
    'application/jsonp',
  ])('when the body is %j, then it is 415 and does not reach the service', async (type) => {
    const before = door.seen.length;
    const answer = await door.call('POST', PATH, {
      payload: '{"email":"a@b.id"}',
      headers: { 'content-type': type },
    });
    expect([answer.statusCode, door.seen.length]).toEqual([415, before]);
  });

  test('when a client sends identity and proxy headers, then none reaches the service', async () => {
    await door.call('GET', '/api/user', {
      sid,
      headers: {
        'x-user-id': '1',
        'x-user-role': 'admin',
        'x-gerbang-identity': 'forged',
        'x-gerbang-session': '{"do":"end"}',
        'x-forwarded-for': '9.9.9.9',
        forwarded: 'for=9.9.9.9',
        'x-real-ip': '9.9.9.9',
        'x-http-method-override': 'DELETE',
        'x-original-url': '/api/admin/users',
        authorization: 'Bearer x',
      },
    });
    const { headers, url, method } = door.seen.at(-1)!;
    expect([method, url]).toEqual(['GET', '/api/user']);
    expect(Object.keys(headers).sort()).toEqual(
      expect.not.arrayContaining([
        'cookie',
        'authorization',
        'x-user-id',
        'x-forwarded-for',
        'forwarded',
        'x-real-ip',
      ]),
    );
    const identity = door.identity.verifier(headers['x-gerbang-identity']);
    expect(identity).toMatchObject({ role: 'wali_murid', ip: '127.0.0.1', mcp: false });
  });

  test('when the Connection header names our headers, then the identity still arrives', async () => {
    const reply = await raw(
      `GET /api/user HTTP/1.1\r\nHost: x\r\nCookie: ${sid}\r\nConnection: close, x-gerbang-identity, x-request-id\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 200/u);
    expect(door.identity.verifier(door.seen.at(-1)!.headers['x-gerbang-identity'])).not.toBeNull();
  });

  test('when a service responds, then only listed headers reach the client', async () => {
    const answer = await door.call('GET', '/api/user', { sid });
    for (const name of ['x-internal', 'server', 'x-gerbang-session', 'set-cookie']) {
      expect(answer.headers[name]).toBeUndefined();
    }
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  test.each(['/api/user', `/api/files/${USER}`])(
    'when a service rejects the gateway’s signature at %s, then it is 503 and the session stays',
    async (path) => {
      door.respondWith(() => {
        throw unknownGateway();
      });
      const refused = await door.call('GET', path, { sid });
      expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable']);
      expect(refused.headers).toMatchObject({ 'retry-after': '2' });
      expect(refused.headers['x-gerbang-identity-refused']).toBeUndefined();
      expect(refused.headers['set-cookie']).toBeUndefined();
      door.respondWith(() => ({ ok: true }));
      expect((await door.call('GET', path, { sid })).statusCode).toBe(200);
    },
  );

  test.each([
    '/api/admin/../user',
    '/api/%2e%2e/user',
    '/api/..;/user',
    '/api/admin/users/%2fx',
    '/api//user',
    '/api/user%00',
    '/api/\\user',
    '/api/admin/users/..',
    '/api/%ff',
    '/api/user/',
    '/internal/metrics',
    '/api/internal/x',
    '/api/%61dmin%2fusers',
  ])('when the path is %s, then no service is asked', async (path) => {
    const before = door.seen.length;
    const reply = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${sid}\r\nConnection: close\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 (?:400|404)/u);
    expect(door.seen.length).toBe(before);
  });

  test.each([
    '//api/admin/users',
    '/api//admin/users',
    '/./api/admin/users',
    '/x/../api/admin/users',
    '/api/x/../admin/users',
    '/%2e%2e/api/admin/users',
    '/api/%2e%2e/api/admin/users',
    '/api/..;/api/admin/users',
    '/api;x=1/admin/users',
    '/api/admin/users;x',
    '/api/admin\\users',
    '/\\..\\api/admin/users',
    '/api%2fadmin/users',
    '/api%5cadmin/users',
    '/api/admin/users%00.js',
    '/api/admin/users%20',
    '/api/admin/users.json',
    '/api/admin/users/.',
    '/api/admin/users?',
    '/api/admin/users#x',
    '/%61pi/admin/users',
    '/api/%61dmin/users',
    '/API/admin/users',
    '/api/admin/users%0d%0aX-A:1',
    '/assets/../api/admin/users',
    '/remotes/auth/../../api/admin/users',
    '/remotes/auth/%2e%2e%2f%2e%2e%2fapi%2fadmin/users',
    'http://127.0.0.1/api/admin/users',
    'https://evil.example/api/admin/users',
    '/api/files/..%2f..%2fadmin/users',
    '/api/user/../admin/users',
    '/healthz/../api/admin/users',
  ])('when a parent asks for staff data at %s, then it is refused and no service is asked', async (path) => {
    const before = door.seen.length;
    for (const who of ['', `Cookie: ${sid}\r\n`]) {
      const reply = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\n${who}Connection: close\r\n\r\n`);
      // An address of no call may be a page, which holds no data.
      expect(reply).toMatch(/^HTTP\/1\.1 (?:4\d\d|200 OK[\s\S]*content-type: text\/html)/u);
    }
    expect(door.seen.length).toBe(before);
  });

  test('when the method is not the path’s, then 405 with Allow; TRACE and unknown methods are refused', async () => {
    const answer = await door.call('DELETE', '/api/user', { sid });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET']);
    for (const method of ['TRACE', 'PROPFIND', 'BREW']) {
      const reply = await raw(
        `${method} /api/user HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nConnection: close\r\n\r\n`,
      );
      expect(reply).toMatch(/^HTTP\/1\.1 4\d\d/u);
    }
  });

  test.each([
    [
      'two lengths',
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
    ],
    [
      'length and chunks',
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a blank before the colon',
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a folded header', `GET /api/user HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n folded\r\n\r\n`],
    ...Object.entries({
      'a list of lengths': 'Content-Length: 0, 5',
      'chunks twice': 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
      'an unknown encoding': 'Transfer-Encoding: xchunked\r\nContent-Length: 5',
      'a negative length': 'Content-Length: -1',
      'a length with a sign': 'Content-Length: +5',
      'a length in hex': 'Content-Length: 0x10',
      'NUL in a header': 'X-A: a\0b\r\nContent-Length: 0',
    }).map(([what, head]) => [what, `POST ${PATH} HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\nhello`]),
    ...['FFFFFFFFFFFFFFFFF', '-1'].map((length) => [
      `a chunk of length ${length}`,
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${length}\r\nhello`,
    ]),
    ['a line without an end', `GET /api/user HTTP/1.1\r\nHost: x\r\nX-A: ${'b'.repeat(200_000)}`],
    ['two hosts', `GET /api/user HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n`],
    ['64 kB of header', `GET /api/user HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(65_536)}\r\n\r\n`],
    ['2,000 headers', `GET /api/user HTTP/1.1\r\nHost: x\r\n${'X-A: 1234567890\r\n'.repeat(2000)}\r\n`],
  ])('when a request has %s, then it is refused and reaches no service', async (_what, text) => {
    const before = door.seen.length;
    expect(await raw(text)).toMatch(/^HTTP\/1\.1 4\d\d/u);
    expect(door.seen.length).toBe(before);
  });

  test('when a body is over 256 KiB, then it is 413 before it is read', async () => {
    const answer = await door.call('POST', PATH, { payload: { email: 'x'.repeat(300_000) } });
    expect(answer.statusCode).toBe(413);
  });

  test.each(['gzip', 'deflate', 'br', 'x-gzip', 'gzip, gzip', 'GZIP'])(
    'when a body is compressed by %s, then it is 415',
    async (encoding) => {
      const headers = { 'content-encoding': encoding };
      for (const path of [PATH, '/api/payment-evidence/upload'])
        expect((await door.call('POST', path, { sid, payload: body, headers })).statusCode).toBe(415);
    },
  );

  test('when the service is away, silent or cut off, then the answer is 503 or 504 in the one shape without its address', async () => {
    const post = (to: number) =>
      fetch(`http://127.0.0.1:${to}${PATH}`, {
        method: 'POST',
        headers: { origin: ORIGIN, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const dead = await openDoor({ AUTH_URL: 'http://127.0.0.1:9' });
    await dead.app.listen({ host: '127.0.0.1', port: 0 });
    const answer = await post((dead.app.server.address() as { port: number }).port);
    const text = await answer.text();
    expect(answer.status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({
      statusCode: 503,
      code: 'unavailable',
      requestId: expect.any(String),
    });
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(text).not.toContain('127.0.0.1');
    // Nothing has reached the service, so there is nothing to look for.
    expect(text).not.toContain('tersimpan');
    await dead.close();
    let asked = 0;
    door.respondWith((request) => {
      asked += 1;
      request.raw.socket.destroy();
      return undefined;
    });
    const cut = await post(port);
    expect([cut.status, asked]).toEqual([503, 1]);
    // Whether the change was made is not known.
    expect(((await cut.json()) as { message: string }).message).toContain(
      'Periksa dulu apakah perubahan Anda sudah tersimpan',
    );
    expect(cut.headers.get('retry-after')).not.toBeNull();
    door.respondWith(() => ({ ok: true }));
  });

  test('when one address asks too often, then it is 429 with Retry-After in the one shape', async () => {
    const narrow = await openDoor({ REQUESTS_PER_MINUTE: '3' });
    const codes: number[] = [];
    for (let index = 0; index < 5; index += 1) codes.push((await narrow.call('GET', '/api/user')).statusCode);
    const last = await narrow.call('GET', '/api/user', { headers: { 'x-forwarded-for': '1.2.3.4' } });
    expect(codes).toEqual([401, 401, 401, 429, 429]);
    expect([last.statusCode, last.json().code]).toEqual([429, 'too_many_requests']);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    await narrow.close();
  });

  test('when one address checks papers too often, then only that call is 429, whatever code it names', async () => {
    const narrow = await openDoor();
    narrow.respondWith(() => ({ valid: false }));
    const codes: number[] = [];
    for (let index = 0; index < 22; index += 1) {
      codes.push((await narrow.call(index % 2 ? 'HEAD' : 'GET', `/api/papers/CODE-${index}`)).statusCode);
    }
    expect(codes).toEqual([...Array<number>(20).fill(200), 429, 429]);
    const last = await narrow.call('GET', '/api/papers/x');
    expect([last.statusCode, last.json().code]).toEqual([429, 'too_many_requests']);
    expect(last.headers['cache-control']).toBe('no-store');
    expect((await narrow.call('GET', '/api/school')).statusCode).toBe(200);
    await narrow.close();
  });

  async function raw(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let reply = '';
      socket.on('data', (part) => {
        reply += part.toString();
        if (/\r\n\r\n/u.test(reply)) socket.end();
      });
      socket.on('close', () => resolve(reply));
      socket.on('error', (error) => (reply ? resolve(reply) : reject(error)));
    });
  }
});
