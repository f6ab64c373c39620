import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How long a body may take to arrive; a file from a slow phone has longer (reliability G25). */
const BODY_TIME_MS = 15_000;
export const UPLOAD_TIME_MS = 60_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the call takes files: its body has a minute to arrive. */
    uploads?: boolean;
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/**
 * Ends requests whose body does not arrive in time. The listener knows one limit for all calls, that of uploads;
 * every other call has the shorter one (reliability G25).
 */
export function limitBodyTime(
  app: FastifyInstance,
  end: (socket: Socket) => void,
  time = BODY_TIME_MS,
): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request) || request.routeOptions.config?.uploads) return;
    const endIfMissing = () => {
      if (!request.raw.complete) end(request.raw.socket);
    };
    // A busy process may be the late one: what has come meanwhile is read before it is judged.
    const timer = setTimeout(() => setImmediate(endIfMissing), time);
    timer.unref();
    timers.set(request, timer);
    request.raw.once('end', () => clearTimeout(timer));
    request.raw.once('close', () => clearTimeout(timer));
  });
  // What is refused unread is no longer waited for.
  app.addHook('onResponse', async (request) => clearTimeout(timers.get(request)));
}
