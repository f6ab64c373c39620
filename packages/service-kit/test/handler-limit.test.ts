import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { limitHandlers } from '../src/http/handler-limit.ts';
import { handleErrors } from '../src/http/server.ts';

describe('calls that take too long', () => {
  let app: FastifyInstance;
  let url: string;
  let finish: () => void;
  const logged: string[] = [];
  beforeAll(async () => {
    app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } } });
    handleErrors(app);
    limitHandlers(app, 200, 20);
    app.get('/hangs', () => new Promise<string>((resolve) => (finish = () => resolve('late'))));
    app.get('/patient', { config: { handlerMs: 5000 } }, async () => {
      await sleep(500);
      return 'in time';
    });
    app.get('/begins', async (_request, reply) => {
      reply.raw.writeHead(200).write('the beginning');
      await sleep(5000, undefined, { ref: false });
    });
    app.get('/quick', async () => 'at once');
    url = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    app.server.closeAllConnections();
    await app.close();
  });

  test('when the limit is over, then the answer is 503, what comes later is dropped, and the next call passes', async () => {
    const answer = await fetch(`${url}/hangs`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    finish();
    expect(await (await fetch(`${url}/quick`)).text()).toBe('at once');
  });

  test('when a call has a limit of its own, then that one counts', async () => {
    expect(await (await fetch(`${url}/patient`)).text()).toBe('in time');
  });

  test('when the response has begun, then its connection is closed', async () => {
    const answer = await fetch(`${url}/begins`);
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  test('when the client leaves first, then nothing is sent to it, nothing counts as failed, and the server goes on', async () => {
    logged.length = 0;
    await expect(fetch(`${url}/hangs`, { signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout');
    await sleep(400);
    expect(logged).toEqual([]);
    finish();
    expect(await (await fetch(`${url}/quick`)).text()).toBe('at once');
  });
});
