import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { openDoor, ORIGIN, type Door } from './door.ts';

const MB = 1_000_000;

interface Sent {
  readonly path: string;
  readonly type?: string;
  /** How the body says its length: beforehand, or chunk by chunk. */
  readonly way: 'announced' | 'chunked';
  readonly bytes: number;
  readonly cookie?: string;
}

/** Sends a request as a browser does: all of its body first, whatever comes back meanwhile; returns what was received. */
async function sendWhole(
  port: number,
  { path, type = 'application/octet-stream', way, bytes, cookie }: Sent,
) {
  const socket = connect(port, '127.0.0.1');
  const seen = { text: '', error: '' };
  socket.on('data', (part) => (seen.text += part.toString()));
  socket.on('error', (error: NodeJS.ErrnoException) => (seen.error = error.code ?? 'error'));
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  const length = way === 'announced' ? `Content-Length: ${bytes}` : 'Transfer-Encoding: chunked';
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Origin: ${ORIGIN}`,
    `Content-Type: ${type}`,
    length,
  ];
  socket.write(`${[...head, ...(cookie ? [`Cookie: ${cookie}`] : [])].join('\r\n')}\r\n\r\n`);
  const piece = Buffer.alloc(64_000, 'a');
  for (let left = bytes; left > 0 && !socket.destroyed; left -= piece.length) {
    const part = piece.subarray(0, Math.min(left, piece.length));
    const framed =
      way === 'announced'
        ? part
        : Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
    if (!socket.write(framed))
      await Promise.race([new Promise((drained) => socket.once('drain', drained)), closed]);
  }
  if (!socket.destroyed) socket.end(way === 'chunked' ? '0\r\n\r\n' : '');
  await closed;
  return seen;
}

describe('a body that is refused while it comes', () => {
  let door: Door;
  let service: Server;
  let port: number;
  let sid: string;
  beforeAll(async () => {
    // A service that reads what it gets, as the one behind uploads does.
    service = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(201).end());
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const { port: at } = service.address() as { port: number };
    door = await openDoor({ ADMISSION_URL: `http://127.0.0.1:${at}` });
    await door.app.listen({ host: '127.0.0.1', port: 0 });
    port = (door.app.server.address() as { port: number }).port;
    sid = await door.login();
  });
  afterAll(async () => {
    await door.close();
    service.close();
  });

  const FILE = '/api/payment-evidence/upload';
  const cases = [
    ['a file that says it is too large', 413, { path: FILE, way: 'announced', bytes: 9 * MB }],
    ['a file that grows too large', 413, { path: FILE, way: 'chunked', bytes: 9 * MB }],
    [
      'fields that say they are too large',
      413,
      { path: '/api/children', type: 'application/json', way: 'announced', bytes: 4 * MB },
    ],
    [
      'fields that grow too large',
      413,
      { path: '/api/children', type: 'application/json', way: 'chunked', bytes: 4 * MB },
    ],
    [
      'a file of a type that is not taken',
      415,
      { path: FILE, type: 'text/html', way: 'announced', bytes: 4 * MB },
    ],
    [
      'a file for an address that is not there',
      404,
      { path: '/api/nothing', way: 'announced', bytes: 4 * MB },
    ],
  ] as const;

  test.each(cases)('when it is %s, then each of sixteen reads its %i', async (_what, status, sent) => {
    const got: Record<string, number> = {};
    for (let round = 0; round < 2; round += 1) {
      const all = await Promise.all(
        Array.from({ length: 8 }, () => sendWhole(port, { ...sent, cookie: sid })),
      );
      for (const { text, error } of all) {
        const key = /^HTTP\/1\.1 (\d+)/u.exec(text)?.[1] ?? `nothing ${error}`;
        got[key] = (got[key] ?? 0) + 1;
      }
    }
    expect(got).toEqual({ [status]: 16 });
  });

  test('when no one is logged in, then the 401 of a file arrives, too', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, () => sendWhole(port, { path: FILE, way: 'announced', bytes: 4 * MB })),
    );
    expect(all.map(({ text }) => text.slice(0, 12))).toEqual(Array.from({ length: 8 }, () => 'HTTP/1.1 401'));
  });

  test('when a connection has carried all its requests with a refused body, then the next request is not refused', async () => {
    const most = door.app.server.maxRequestsPerSocket;
    door.app.server.maxRequestsPerSocket = 2;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = async (body: string) => {
      const headers = { origin: ORIGIN, 'content-type': 'application/octet-stream' };
      const sent = request({ agent, port, method: 'POST', path: FILE, headers });
      sent.end(body);
      const [response] = await once(sent, 'response');
      await once(response.resume(), 'end');
      return response.statusCode as number;
    };
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1) statuses.push(await send('a'.repeat(100_000)));
    agent.destroy();
    door.app.server.maxRequestsPerSocket = most;
    expect(statuses).toEqual(Array.from({ length: 8 }, () => 401));
  });
});
