import { until } from '@gerbang/service-kit/testing/until';
import Fastify from 'fastify';
import { watchParts } from '../src/condition/watch-parts.ts';
import { openDoor } from './door.ts';

type Door = Awaited<ReturnType<typeof openDoor>>;

describe('the health of the gateway', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when a service does not answer, then the health names it and stays 200, and names it no longer when it answers', async () => {
    const service = () => {
      const app = Fastify();
      // A service that is not well is there all the same.
      app.get('/healthz', (_request, reply) => reply.code(503).send());
      return app;
    };
    const [well, away] = [service(), service()];
    const upstreams = {
      auth: await well.listen({ host: '127.0.0.1', port: 0 }),
      billing: await away.listen({ host: '127.0.0.1', port: 0 }),
    };
    const { port } = new URL(upstreams.billing);
    const logger = door.app.log as never;
    let silent: () => readonly string[] = () => [];
    const gateway = await door.build({}, undefined, {
      watchParts: () => {
        const watch = watchParts({ upstreams, logger, everyMs: 20 });
        silent = watch.silent;
        return watch;
      },
    });
    const health = async () => {
      const { statusCode, json } = await door.call('GET', '/healthz', {}, gateway);
      return { statusCode, body: json() as unknown };
    };
    expect(await health()).toEqual({ statusCode: 200, body: { status: 'ok', silent: [] } });
    await away.close();
    await until(() => silent().length > 0);
    expect(await health()).toEqual({ statusCode: 200, body: { status: 'ok', silent: ['billing'] } });
    const again = service();
    await again.listen({ host: '127.0.0.1', port: Number(port) });
    await until(() => silent().length === 0);
    expect(await health()).toEqual({ statusCode: 200, body: { status: 'ok', silent: [] } });
    await gateway.close();
    await Promise.all([well.close(), again.close()]);
  });
});
