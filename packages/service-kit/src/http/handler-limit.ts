import type { FastifyInstance, FastifyReply } from 'fastify';
import { unavailable } from './problems.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a response may take in milliseconds, where it differs from the server's limit; infinite = it stays open. */
    handlerMs?: number;
  }
}

/**
 * Ends calls that take too long: with 503, or, once the response has begun, by closing the connection. One timer looks
 * at all of them: Fastify's `handlerTimeout` costs a timer, a signal and a listener for each call. `everyMs` is how late
 * it may be.
 */
export function limitHandlers(app: FastifyInstance, usualMs: number, everyMs = 500): void {
  const running = new Map<FastifyReply, number>();

  function end(reply: FastifyReply): void {
    if (reply.sent) return;
    if (reply.raw.headersSent) reply.raw.destroy();
    else reply.send(unavailable(5, new Error('The handler took too long')));
  }

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [reply, since] of running) {
      // A caller that left waits for nothing, and its call is no failure; `onResponse` does not come for it.
      const hasLeft = reply.raw.destroyed;
      if (!hasLeft && now - since < (reply.routeOptions.config.handlerMs ?? usualMs)) continue;
      running.delete(reply);
      if (!hasLeft) end(reply);
    }
  }, everyMs).unref();
  app.addHook('onRequest', (_request, reply, done) => {
    running.set(reply, performance.now());
    done();
  });
  app.addHook('onResponse', (_request, reply, done) => {
    running.delete(reply);
    done();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
