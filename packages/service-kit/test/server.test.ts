import { longTest } from '@gerbang/domain/testing/runs';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createMetrics } from '../src/program/metrics.ts';
import { type App, createServer } from '../src/http/server.ts';
import { holdLoop, until } from '../src/testing/until.ts';

/** Sends bytes as they are and reads until the server ends the connection. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

async function listening(app: App): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

describe('server', () => {
  test('when it is stopped, then a running request is answered in full', async () => {
    const app = createServer({ name: 'test' });
    let entered: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    app.get('/slow', async () => {
      entered();
      await until(() => !app.server.listening);
      return { done: true };
    });
    const port = await listening(app);
    const answer = fetch(`http://127.0.0.1:${port}/slow`);
    await inside;
    const closed = app.close();
    const response = await answer;
    expect([response.status, await response.json()]).toEqual([200, { done: true }]);
    await closed;
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
  });

  test('when a request is still arriving while it stops, then it is 503 in the one shape', async () => {
    const app = createServer({ name: 'test' });
    const port = await listening(app);
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n'));
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    const ended = new Promise((resolve) => socket.on('close', resolve));
    await once(app.server, 'connection').then(([come]) => until(() => (come as Socket).bytesRead > 0));
    const closed = app.close();
    await until(() => !app.server.listening);
    socket.write('\r\n');
    await ended;
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 503/u);
    expect(answer).toContain('"code":"unavailable"');
  });

  test('when the process is too busy to read a head that has come, then the caller is served late, not told 408', async () => {
    const app = createServer({ name: 'test' });
    app.server.headersTimeout = 200;
    // Longer than it looks for slow senders, so that it looks before it reads.
    app.server.once('connection', () => holdLoop(1500));
    const port = await listening(app);
    const answer = await raw(port, 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /u);
    await app.close();
  });

  longTest(
    'when a connection is silent, then its time starts with its first byte; silent for good, it is ended unanswered',
    async () => {
      const app = createServer({ name: 'test' });
      app.server.headersTimeout = 200;
      const port = await listening(app);
      const counted = once(app.server, 'clientError');
      const late = connect(port, '127.0.0.1');
      await counted;
      const refused = text(late);
      late.write('GET / HTTP/1.1\r\n');
      expect(await refused).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/su);
      app.server.timeout = 200;
      expect(await text(connect(port, '127.0.0.1'))).toBe('');
      await app.close();
    },
  );

  describe('at its door', () => {
    const metrics = createMetrics('test');
    const app = createServer({ name: 'test', metrics, ready: () => Promise.reject(new Error('not yet')) });
    let port = 0;
    beforeAll(async () => {
      port = await listening(app);
    });
    afterAll(() => app.close());

    test.each([
      [
        'B18 has headers over 16 KiB',
        `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`,
        431,
      ],
      ['is no HTTP', 'hello\r\n\r\n', 400],
      [
        'B3 has two lengths',
        'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
        400,
      ],
      [
        'B3 is chunked and has a length',
        'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
        400,
      ],
      ['has two hosts', 'GET /healthz HTTP/1.1\r\nhost: x\r\nhost: y\r\nconnection: close\r\n\r\n', 400],
      ['B1 has a bad escape', 'GET /%ff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
    ])('when a request %s, then it is refused in the one shape', async (_what, text, status) => {
      const answer = await raw(port, text);
      expect(answer).toContain(`HTTP/1.1 ${status}`);
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
      expect(Object.keys(body).toSorted()).toEqual(['code', 'message', 'requestId', 'statusCode']);
    });

    test('when what it needs does not answer, then it is alive but not ready', async () => {
      expect((await app.inject('/healthz')).statusCode).toBe(200);
      const ready = await app.inject('/readyz');
      expect([ready.statusCode, ready.headers['retry-after']]).toEqual([503, '2']);
    });

    test('when a request brings its id, then the answer has it; a made-up one is replaced', async () => {
      const given = await app.inject({ url: '/nothing', headers: { 'x-request-id': 'request-12345' } });
      expect(given.json().requestId).toBe('request-12345');
      const odd = await app.inject({ url: '/nothing', headers: { 'x-request-id': '<script>' } });
      expect(odd.json().requestId).toMatch(/^[\da-f-]{36}$/u);
    });

    test('when metrics are read, then they name routes, never addresses, and one broken figure hides no other', async () => {
      metrics.gauge('broken_figure', 'fails', () => Promise.reject(new Error('away')));
      await app.inject('/api/secret-place');
      const served = await metrics.listen('127.0.0.1', 0);
      const text = await (await fetch(`http://127.0.0.1:${served.port}/metrics`)).text();
      await served.close();
      expect(text).toContain('http_request_seconds_count');
      expect(text).toContain('nodejs_eventloop_lag');
      expect(text).toContain('broken_figure');
      expect(text).not.toContain('secret-place');
    });
  });
});
