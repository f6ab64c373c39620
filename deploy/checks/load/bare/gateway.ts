import cookie from '@fastify/cookie';
import proxy from '@fastify/http-proxy';
import Fastify from 'fastify';
import { openSessions } from './sessions.ts';

/** Program: the least a gateway can be. A cookie, one read of the session, one hop; no checks, no limits, no logs. */
const sessions = await openSessions();
const app = Fastify({ keepAliveTimeout: 30_000 });
await app.register(cookie);
app.addHook('preHandler', async (request, reply) => {
  const userId = await sessions.read(request.cookies.sid ?? '');
  if (!userId) return reply.code(401).send({ message: 'no session' });
  request.headers['x-user-id'] = userId;
});
await app.register(proxy, {
  upstream: process.env.UPSTREAM ?? '',
  undici: { connections: 128, pipelining: 1 },
  replyOptions: {
    rewriteRequestHeaders: (request, headers) => ({ ...headers, 'x-user-id': request.headers['x-user-id'] }),
  },
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
async function end(): Promise<never> {
  await app.close();
  await sessions.close();
  process.exit();
}
process.once('SIGTERM', () => void end());
// The benchmark is gone, however it ended.
process.once('disconnect', () => process.exit());
