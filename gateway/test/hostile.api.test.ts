import { longTest } from '@gerbang/domain/testing/runs';
import { loopTurns, until } from '@gerbang/service-kit/testing/until';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { openDoor, openListening, ORIGIN, type Door } from './door.ts';

const PATH = '/api/auth/forgot-password';
const HEAD = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/json\r\n`;

describe('hostile clients at the door', () => {
  let door: Door;
  let sid: string;
  let port: number;
  beforeAll(async () => {
    ({ door, sid, port } = await openListening());
  });
  afterAll(() => door.close());

  /** A socket that says something and notes what comes back and when it ends. */
  function speak(text: string) {
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(text));
    const heard = { text: '', socket, ended: Promise.resolve() };
    socket.on('data', (part) => {
      heard.text += part.toString();
    });
    // A reset is an end too.
    socket.on('error', () => socket.destroy());
    heard.ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    return heard;
  }
  async function reply(text: string): Promise<string> {
    const heard = speak(text);
    await heard.ended;
    return heard.text;
  }

  test.each([
    ['x-user-id', '1'],
    ['x-gerbang-identity', 'forged'],
    ['x-gerbang-session', '{"do":"end"}'],
    ['x-forwarded-for', '9.9.9.9'],
    ['x-request-id', 'chosen-by-the-client'],
    ['x_user_id', '1'],
    ['x-original-url', '/api/admin/users'],
    ['x-http-method-override', 'DELETE'],
    ['x-method-override', 'DELETE'],
    ['x-user-role', 'admin'],
    ['x-passport', 'forged'],
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-proto', 'evil'],
    ['forwarded', 'for=9.9.9.9'],
    ['x-real-ip', '9.9.9.9'],
    ['x-rewrite-url', '/api/admin/users'],
    ['authorization', 'Bearer forged'],
    ['x-middleware-subrequest', 'forged'],
  ])(
    'when %s comes twice, also named by Connection, then nothing of it reaches the service',
    async (name, value) => {
      const text = await reply(
        `GET /api/user HTTP/1.1\r\nHost: x\r\nCookie: ${sid}\r\n${name}: ${value}\r\n${name}: ${value}2\r\nConnection: close, ${name}\r\n\r\n`,
      );
      expect(text).toMatch(/^HTTP\/1\.1 200/u);
      const { headers, url, method } = door.seen.at(-1)!;
      expect([method, url]).toEqual(['GET', '/api/user']);
      expect(JSON.stringify(headers)).not.toContain(value === '1' ? 'user_id' : value);
      expect(headers['x-user-id']).toBeUndefined();
      expect(door.identity.verifier(headers['x-gerbang-identity'])).toMatchObject({ ip: '127.0.0.1' });
    },
  );

  test('when the client names its request, then the gateway names it anew, in the answer too', async () => {
    const answer = await door.call('GET', '/api/none', { headers: { 'x-request-id': 'client-12345' } });
    expect(answer.json().requestId).toMatch(/^[\da-f-]{36}$/u);
  });

  test('when chunks carry extensions or the line ends are bare, then it is refused or served as one', async () => {
    const before = door.seen.length;
    const chunked = await reply(
      `${HEAD}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n14;a=b\r\n{"email":"a@b.id","\r\n0\r\n\r\n`,
    );
    expect(chunked.match(/HTTP\/1\.1 /gu)).toHaveLength(1);
    expect(door.seen.length - before).toBeLessThanOrEqual(1);
    const bare = await reply(`GET /api/user HTTP/1.1\nHost: x\n\nGET /api/children HTTP/1.1\nHost: x\n\n`);
    expect(bare).toMatch(/^HTTP\/1\.1 400/u);
    expect(bare.match(/HTTP\/1\.1 /gu)).toHaveLength(1);
  });

  test('when a request without a body is followed by another on its socket, then each is served by itself', async () => {
    const before = door.seen.length;
    const text = await reply(
      `${HEAD}Content-Length: 0\r\n\r\nGET /api/user HTTP/1.1\r\nHost: x\r\nCookie: ${sid}\r\nConnection: close\r\n\r\n`,
    );
    expect(text.match(/HTTP\/1\.1 200/gu)).toHaveLength(2);
    // Node begins with the second before it has read the first to its end: either may reach the service first.
    const seen = door.seen.slice(before).map(({ method, url }) => `${method} ${url}`);
    expect(seen.toSorted()).toEqual(['GET /api/user', `POST ${PATH}`]);
  });

  test('when a body comes in chunks, then its size counts at the door: over 256 KiB is 413, and no service sees it', async () => {
    const before = door.seen.length;
    const send = (size: number) =>
      fetch(`http://127.0.0.1:${port}${PATH}`, {
        method: 'POST',
        headers: { origin: ORIGIN, 'content-type': 'application/json' },
        body: Readable.toWeb(Readable.from([`{"email":"${'x'.repeat(size)}`, '"}'])) as never,
        duplex: 'half',
      } as RequestInit);
    expect((await send(300_000)).status).toBe(413);
    expect(door.seen.length).toBe(before);
    expect((await send(100)).status).toBe(200);
    expect(door.seen.at(-1)!.headers).toMatchObject({ 'content-length': '112' });
  });

  test('when a query pollutes or repeats, then it reaches the service as text and changes nothing here', async () => {
    const query = '?__proto__[x]=1&jenjang=SD&jenjang=TK&id[]=1';
    await door.call('GET', `/api/user${query}`, { sid });
    expect(door.seen.at(-1)!.url).toBe(`/api/user${query}`);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test('when a cookie is large or comes fifty times, then the call is anonymous or refused', async () => {
    const large = await reply(
      `GET /api/user HTTP/1.1\r\nHost: x\r\nCookie: sid=${'a'.repeat(8192)}\r\nConnection: close\r\n\r\n`,
    );
    expect(large).toMatch(/^HTTP\/1\.1 4(?:01|31)/u);
    const many = await reply(
      `GET /api/user HTTP/1.1\r\nHost: x\r\nCookie: ${Array.from({ length: 50 }, (_unused, at) => `sid=${at}`).join('; ')}\r\nConnection: close\r\n\r\n`,
    );
    expect(many).toMatch(/^HTTP\/1\.1 401/u);
    const broken = 'GET /api/user HTTP/1.1\r\nHost: x\r\nCookie: sid=%E0%A4%A\r\nConnection: close\r\n\r\n';
    expect(await reply(broken)).toMatch(/^HTTP\/1\.1 401/u);
  });

  test('when it is HEAD, then there is no body; OPTIONS of a path is no call of ours', async () => {
    const head = await door.call('HEAD', '/api/user', { sid, headers: { 'sec-fetch-site': 'same-origin' } });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect((await door.call('OPTIONS', '/api/user')).statusCode).toBe(405);
    const withBody = await door.call('GET', '/api/user', { sid, payload: '{}' });
    expect(withBody.statusCode).toBe(400);
  });

  longTest(
    'when sockets send half a head, half a body or read nothing, then others are served, and the slow ones are cut',
    async () => {
      const heads = Array.from({ length: 30 }, () => speak('GET /api/user HTTP/1.1\r\nHost: x\r\nX-A: '));
      const bodies = Array.from({ length: 30 }, () => speak(`${HEAD}Content-Length: 100\r\n\r\n{"email":`));
      const readers = Array.from({ length: 30 }, () => connect(port, '127.0.0.1'));
      for (const socket of readers)
        socket.write(`GET /api/user HTTP/1.1\r\nHost: x\r\nCookie: ${sid}\r\n\r\n`);
      const open = () =>
        new Promise<number>((resolve) => door.app.server.getConnections((_error, count) => resolve(count)));
      await until(async () => (await open()) >= 90);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => door.call('GET', '/api/user', { sid })),
      );
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      for (const socket of readers) socket.destroy();
      const posts = () => door.seen.filter(({ method }) => method === 'POST').length;
      const before = posts();
      await Promise.all([...heads, ...bodies].map(({ ended }) => ended));
      expect(heads.every(({ text }) => text.startsWith('HTTP/1.1 408'))).toBe(true);
      expect(bodies.every(({ text }) => text.startsWith('HTTP/1.1 408'))).toBe(true);
      expect(posts()).toBe(before);
    },
  );

  test('when one address opens more than 200 sockets, then those over it are refused, and places become free again', async () => {
    const other = await openDoor();
    await other.app.listen({ host: '127.0.0.1', port: 0 });
    const to = (other.app.server.address() as { port: number }).port;
    const open = () => {
      const socket = connect(to, '127.0.0.1');
      socket.on('error', () => socket.destroy());
      return socket;
    };
    const sockets = Array.from({ length: 215 }, open);
    const ended = () => sockets.filter(({ destroyed, readableEnded }) => destroyed || readableEnded).length;
    await until(() => ended() >= 15);
    await loopTurns();
    expect(ended()).toBe(15);
    for (const socket of sockets) socket.destroy();
    await until(async () => {
      const answer = await fetch(`http://127.0.0.1:${to}/healthz`).catch(() => null);
      return answer?.status === 200;
    });
    await other.close();
  });
});
