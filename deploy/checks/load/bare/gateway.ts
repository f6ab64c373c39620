import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import proxy from '@fastify/http-proxy';
import { verify } from '@node-rs/argon2';
import Fastify from 'fastify';
import { openSessions } from './sessions.ts';

/** The least a gateway can be: cookie, one read of the session, one hop. No checks, no limits, no logs. */
const sessions = await openSessions();
const app = Fastify({ keepAliveTimeout: 30_000 });
await app.register(cookie);
const { LOGIN_HASH } = process.env;
if (LOGIN_HASH) {
  // The least a login can be: one comparison of the dearest kind, and a session; as many at once as Node has threads.
  app.post<{ Body: { identifier: string; password: string } }>('/api/login', async (request, reply) => {
    await verify(LOGIN_HASH, request.body.password);
    const id = randomUUID();
    await sessions.write(id, request.body.identifier);
    return reply.setCookie('sid', id).send({});
  });
}
await app.register(async (api) => {
  api.addHook('preHandler', async (request, reply) => {
    const userId = await sessions.read(request.cookies.sid ?? '');
    if (!userId) return reply.code(401).send({ message: 'nobody' });
    request.headers['x-user-id'] = userId;
  });
  await api.register(proxy, {
    upstream: process.env.UPSTREAM ?? '',
    prefix: '/api',
    rewritePrefix: '/api',
    undici: { connections: 128, pipelining: 1 },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        'x-user-id': request.headers['x-user-id'],
      }),
    },
  });
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => void app.close().then(() => sessions.close()));
