import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How long a body may take to arrive; a file from a slow phone has longer. */
const BODY_TIME_MS = 15_000;
export const UPLOAD_TIME_MS = 60_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the call accepts files: its body has a minute to arrive. */
    uploads?: boolean;
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/** Ends requests whose body does not arrive in time. The server has one limit, that of uploads; other calls have less. */
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
    // Reads what is already in the socket first: the delay may be this process's.
    const timer = setTimeout(() => setImmediate(endIfMissing), time);
    timer.unref();
    timers.set(request, timer);
    request.raw.once('end', () => clearTimeout(timer));
    request.raw.once('close', () => clearTimeout(timer));
  });
  // A request that was refused without reading its body.
  app.addHook('onResponse', async (request) => clearTimeout(timers.get(request)));
}
