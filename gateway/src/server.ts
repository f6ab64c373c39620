import { createLogger, type Logger } from '@gerbang/service-kit/logger';
import type { Metrics } from '@gerbang/service-kit/metrics';
import { badRequest } from '@gerbang/service-kit/problems';
import { readJsonOnly } from '@gerbang/service-kit/requests';
import {
  answerBrokenRequest,
  answerProblems,
  BODY_LIMIT,
  refuseWhileClosing,
} from '@gerbang/service-kit/server';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { uuidv7 } from 'uuidv7';

export interface DoorOptions {
  readonly logger?: Logger;
  readonly metrics?: Metrics;
  readonly trustProxy: readonly string[];
  readonly maxSockets: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** No address holds more than its share of connections (test B16). */
function limitSockets(app: FastifyInstance, most: number): void {
  const open = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}

/** The server at the open door: limits of reliability G25 and G26, own request ids, safe headers on every answer. */
export function createDoor(options: DoorOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.logger ?? createLogger('gateway', 'silent'),
    disableRequestLogging: true,
    // Never the client's: an id must point at one request.
    genReqId: () => uuidv7(),
    requestIdHeader: false,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 30_000,
    maxRequestsPerSocket: 1000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    clientErrorHandler: answerBrokenRequest,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { maxParamLength: 200 },
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 5000, connectionsCheckingInterval: 1000 },
  }) as unknown as FastifyInstance;

  if (options.trustProxy.length === 0) limitSockets(app, options.maxSockets);
  readJsonOnly(app);
  answerProblems(app);
  refuseWhileClosing(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(options.headers).header('x-request-id', request.id);
    const { rawHeaders } = request.raw;
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at];
      if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    }
    if (hosts > 1) throw badRequest();
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    options.metrics?.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    if (route === '/healthz' || route === '/readyz') return;
    request.log.info(
      {
        req: { method: request.method, url: request.url, id: request.id },
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  return app;
}
