import { once } from 'node:events';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { limitHandlers } from '../src/http/handler-limit.ts';
import { handleErrors } from '../src/http/server.ts';

const LIMIT_MS = 200;
const EVERY_MS = 20;

describe('calls that take too long', () => {
  let app: FastifyInstance;
  let url: string;
  const logged: string[] = [];
  /** Calls whose handler runs. */
  const entered: { reply: FastifyReply; finish: (text: string) => void }[] = [];
  const isEntered = async () => {
    while (entered.length === 0) await new Promise(setImmediate);
    return entered.shift() as (typeof entered)[number];
  };
  /** The limit's own clock; the network has the real one. */
  const pass = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);

  beforeAll(async () => {
    jest.useFakeTimers({
      doNotFake: [
        'Date',
        'hrtime',
        'nextTick',
        'queueMicrotask',
        'setImmediate',
        'clearImmediate',
        'setTimeout',
        'clearTimeout',
      ],
    });
    app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } } });
    handleErrors(app);
    limitHandlers(app, LIMIT_MS, EVERY_MS);
    const wait = (reply: FastifyReply) =>
      new Promise<string>((finish) => void entered.push({ reply, finish }));
    app.get('/hangs', (_request, reply) => wait(reply));
    app.get('/patient', { config: { handlerMs: 5000 } }, (_request, reply) => wait(reply));
    app.get('/endless', { config: { handlerMs: Number.POSITIVE_INFINITY } }, async (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200).write('the beginning');
      await wait(reply);
    });
    app.get('/begins', async (_request, reply) => {
      reply.raw.writeHead(200).write('the beginning');
      await wait(reply);
    });
    app.get('/quick', async () => 'at once');
    url = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    app.server.closeAllConnections();
    await app.close();
    jest.useRealTimers();
  });

  test('when the limit is over, then the answer is 503, what comes later is dropped, and the next call passes', async () => {
    const answering = fetch(`${url}/hangs`);
    const { finish, reply } = await isEntered();
    pass(LIMIT_MS - EVERY_MS);
    expect(reply.sent).toBe(false);
    pass(2 * EVERY_MS);
    const answer = await answering;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    finish('late');
    expect(await (await fetch(`${url}/quick`)).text()).toBe('at once');
  });

  test('when a call has a limit of its own, then that one counts', async () => {
    const answering = fetch(`${url}/patient`);
    const { finish } = await isEntered();
    pass(4900);
    finish('in time');
    expect(await (await answering).text()).toBe('in time');
    const late = fetch(`${url}/patient`);
    await isEntered();
    pass(5100);
    expect((await late).status).toBe(503);
  });

  test('when the response has begun, then its connection is closed', async () => {
    const answer = await fetch(`${url}/begins`);
    await isEntered();
    pass(LIMIT_MS + EVERY_MS);
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  test('when the client leaves first, then nothing is sent to it, nothing counts as failed, and the server goes on', async () => {
    logged.length = 0;
    const leaving = new AbortController();
    const left = fetch(`${url}/hangs`, { signal: leaving.signal });
    const { finish, reply } = await isEntered();
    const closed = once(reply.raw, 'close');
    leaving.abort();
    await expect(left).rejects.toThrow('abort');
    await closed;
    pass(2 * LIMIT_MS);
    expect(logged).toEqual([]);
    finish('late');
    expect(await (await fetch(`${url}/quick`)).text()).toBe('at once');
  });

  test('when the client leaves a response without a limit, then nothing of it is kept', async () => {
    const leaving = new AbortController();
    await fetch(`${url}/endless`, { signal: leaving.signal });
    const { reply } = await isEntered();
    let looks = 0;
    const { routeOptions } = reply;
    Object.defineProperty(reply, 'routeOptions', {
      get: () => {
        looks += 1;
        return routeOptions;
      },
    });
    pass(EVERY_MS);
    expect(looks).toBe(1);
    const closed = once(reply.raw, 'close');
    leaving.abort();
    await closed;
    pass(EVERY_MS);
    expect(looks).toBe(1);
  });
});
