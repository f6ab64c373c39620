import { SESSION_HEADER } from '@gerbang/contracts/identity';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { ZodType } from 'zod';
import type { Verifier } from './identity.ts';
import { createLogger, type Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import { badRequest, issuesOf, notFound, Problem, problemOf } from './problems.ts';
import { readJsonOnly } from './requests.ts';

export const BODY_LIMIT = 256 * 1024;

export interface ServerOptions {
  readonly name: string;
  readonly logger?: Logger;
  /** Checks the gateway's identity; a server without calls of contracts needs none. */
  readonly identity?: Verifier;
  /** Resolves when everything that the process needs answers; for `/readyz`. */
  readonly ready?: () => Promise<void>;
  readonly metrics?: Metrics;
}

const REQUEST_ID = /^[\w-]{8,64}$/u;

function requestId(request: { headers: NodeJS.Dict<string | string[]> }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : uuidv7();
}

/** Answers every failure once, in the one error shape; what nobody foresaw is logged and tells nothing. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    if (problem.statusCode >= 500) request.log.error({ err: problem.cause ?? error }, 'request failed');
    // A failed command must not leave a session command behind.
    reply.removeHeader(SESSION_HEADER);
    return reply
      .code(problem.statusCode)
      .headers({ ...problem.headers, 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(problem.body(String(request.id)));
  });
  app.setNotFoundHandler((request: FastifyRequest) => {
    const allowed = app.supportedMethods.filter((method) =>
      app.findRoute({ method: method as 'GET', url: request.url.split('?', 1)[0] ?? '' }),
    );
    if (allowed.length === 0) throw notFound('Alamat ini tidak ada.');
    throw new Problem(405, 'method_not_allowed', 'Cara akses ini tidak didukung.', {
      headers: { allow: allowed.join(', ') },
    });
  });
}

/**
 * A server with the house's limits (reliability G25, G26), JSON only, the one error shape, request ids that follow
 * a request from gateway to service to job, `/healthz` and `/readyz`.
 */
export function createServer(options: ServerOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.logger ?? createLogger(options.name, 'silent'),
    disableRequestLogging: true,
    genReqId: requestId,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 15_000,
    handlerTimeout: 10_000,
    connectionTimeout: 30_000,
    // Above the gateway's own, so that a reused connection is never one that is being closed.
    keepAliveTimeout: 75_000,
    maxRequestsPerSocket: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { maxParamLength: 200 },
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 5000, connectionsCheckingInterval: 1000 },
  }) as unknown as FastifyInstance;

  readJsonOnly(app);
  answerProblems(app);
  app.setValidatorCompiler<ZodType>(({ schema, httpPart }) => (data) => {
    const parsed = schema.safeParse(data);
    if (parsed.success) return { value: parsed.data };
    const message = httpPart === 'params' ? 'Id pada alamat tidak valid.' : undefined;
    return { error: badRequest(message, issuesOf(parsed.error)) };
  });
  app.setSerializerCompiler<ZodType>(
    ({ schema }) =>
      (data) =>
        JSON.stringify(schema.parse(data)),
  );

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await options.ready?.();
    return { status: 'ok' };
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    options.metrics?.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    if (route === '/healthz' || route === '/readyz') return;
    request.log.info(
      {
        req: request.raw && { method: request.method, url: request.url, id: request.id },
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  return app;
}
