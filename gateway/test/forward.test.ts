import { getEventListeners, once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { loopTurns, until } from '@gerbang/service-kit/testing/until';
import { serveInProcess } from '@gerbang/service-kit/http/in-process';
import { discard, forward, wholeBody } from '../src/forwarding/forward.ts';
import { streamDoor } from '../src/forwarding/stream-door.ts';
import { upstreamAgent } from '../src/forwarding/upstream.ts';

const AFTER_BODY_MS = 200;

/** A body that comes in pieces, as from a slow phone. */
async function* slowBody(pieces: number, everyMs: number) {
  for (let at = 0; at < pieces; at += 1) {
    await loopTurns();
    if (everyMs > 0) jest.advanceTimersByTime(everyMs);
    yield Buffer.from('bytes');
  }
}

let whole = 0;
/** Reads every body whole; responds at once, or never. */
const taking =
  (responds: boolean): RequestListener =>
  (request, response) =>
    void request.resume().once('end', () => {
      whole += 1;
      if (responds) response.end('taken');
    });

describe.each(['over the network', 'within the process'])('calls to a service %s', (way) => {
  const agent = upstreamAgent();
  const door = streamDoor(agent, { bodyLimit: 1_000_000, afterBodyMs: AFTER_BODY_MS });
  /** Sends an upload as the proxy plugin does. */
  const upload = (origin: string, body: AsyncIterable<Uint8Array>) =>
    door.request({
      origin,
      path: '/',
      method: 'POST',
      body: Readable.from(body),
      headersTimeout: 60_000,
      bodyTimeout: 60_000,
    });
  const download = { path: '/', method: 'GET', headers: {} };
  const running: Server[] = [];
  beforeEach(() => {
    whole = 0;
    // The limits of a call; the network has the real time.
    jest.useFakeTimers({
      doNotFake: [
        'Date',
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'clearImmediate',
      ],
    });
  });
  afterEach(() => void jest.useRealTimers());
  const started = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    running.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    if (way === 'within the process') serveInProcess(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  afterAll(async () => {
    await agent.destroy();
    for (const server of running) {
      server.closeAllConnections();
      server.close();
    }
  });

  test('when the service is silent after the last byte, then the wait ends long before that of a slow body', async () => {
    const origin = await started(taking(false));
    const answer = upload(origin, slowBody(2, 10_000)).then(
      () => 'an answer',
      ({ code }: { code?: string }) => code,
    );
    await until(() => whole > 0);
    jest.advanceTimersByTime(AFTER_BODY_MS);
    expect(await answer).toBe('UND_ERR_HEADERS_TIMEOUT');
  });

  test('when the body takes longer to come than the answer may, then it is waited for', async () => {
    const origin = await started(taking(true));
    expect(await text((await upload(origin, slowBody(6, AFTER_BODY_MS))).body)).toBe('taken');
  });

  test('when a call is sent, then it uses the network only where the service is in another process', async () => {
    const connections: unknown[] = [];
    const origin = await started(taking(true));
    running.at(-1)?.on('connection', (socket) => connections.push(socket instanceof Socket));
    for (let turn = 0; turn < 3; turn += 1) await forward(agent, { ...download, origin });
    expect(new Set(connections)).toEqual(new Set([way === 'over the network']));
  });

  test('when calls end, well or not, then a signal that outlives them has no listener left', async () => {
    const { signal } = new AbortController();
    const origin = await started(taking(true));
    await forward(agent, { ...download, origin, signal });
    const gone = forward(agent, { ...download, origin: 'http://127.0.0.1:9', signal });
    await expect(gone).rejects.toThrow('ECONNREFUSED');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  const ways = [
    ['a long list', async (origin: string) => (await forward(agent, { ...download, origin })).body],
    [
      'a file',
      async (origin: string) => {
        const { body } = await door.request({ ...download, origin });
        return body.on('error', () => undefined);
      },
    ],
  ] as const;
  test.each(ways)(
    'when %s is slow to be read and then left, then the service waits and learns of it',
    async (_what, begin) => {
      let produced = 0;
      const left = Promise.withResolvers<void>();
      const origin = await started((_request, response) => {
        const endless = new Readable({
          read() {
            produced += 1;
            this.push(Buffer.alloc(65_536));
          },
        });
        pipeline(endless, response, () => left.resolve());
      });
      const body = await begin(origin);
      let seen = -1;
      await until(() => {
        const isStill = produced > 0 && seen === produced;
        seen = produced;
        return isStill;
      });
      // The sockets' buffers of a network hold some megabytes.
      expect(produced).toBeLessThan(way === 'over the network' ? 500 : 20);
      discard(body);
      await left.promise;
    },
  );

  test('when an upload breaks off, then the service sees it cut, and the next call passes', async () => {
    const cut = Promise.withResolvers<boolean>();
    const begun = Promise.withResolvers<void>();
    const origin = await started((request, response) => {
      begun.resolve();
      request.resume().once('close', () => cut.resolve(!request.complete));
      request.once('end', () => response.end('taken'));
    });
    async function* broken() {
      yield Buffer.alloc(100_000);
      await begun.promise;
      throw new Error('The client left');
    }
    await expect(upload(origin, broken())).rejects.toThrow('The client left');
    expect(await cut.promise).toBe(true);
    expect(String((await forward(agent, { ...download, origin })).body)).toBe('taken');
  });

  test('when the service dies midway, then a small response is an error, and so is the rest of a large one', async () => {
    const origin = await started((request, response) => {
      response.writeHead(200, { 'content-length': request.url === '/small' ? 100 : 1_000_000 });
      response.write('the beginning', () => setImmediate(() => response.destroy()));
    });
    await expect(forward(agent, { ...download, origin, path: '/small' })).rejects.toThrow('closed');
    const { body } = await forward(agent, { ...download, origin, path: '/large' });
    await expect(wholeBody({ statusCode: 200, headers: {}, body })).rejects.toThrow('closed');
  });

  test('when the service refuses an upload before its end, then the refusal arrives', async () => {
    const origin = await started((_request, response) => {
      response.writeHead(413, { connection: 'close', 'content-length': 9 }).end('too large');
    });
    const answer = await upload(origin, slowBody(5, 0));
    expect([answer.statusCode, await text(answer.body)]).toEqual([413, 'too large']);
  });

  test('when an upload grows over its limit, then it ends with 413, and the service sees it cut', async () => {
    const cut = Promise.withResolvers<boolean>();
    const origin = await started((request) => {
      request.resume().once('close', () => cut.resolve(!request.complete));
    });
    async function* endless() {
      for (;;) yield Buffer.alloc(65_536);
    }
    await expect(upload(origin, endless())).rejects.toMatchObject({ statusCode: 413 });
    expect(await cut.promise).toBe(true);
  });
});
