import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { SESSION_HEADER } from '@gerbang/contracts/identity';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { uuidv7 } from 'uuidv7';
import { limitBodyTime, readJsonOnly, UPLOAD_TIME_MS } from './requests.ts';
import type { Verifier } from './identity.ts';
import { accessLog, createLogger, type Logger, requestLogger } from '../program/logger.ts';
import type { Metrics } from '../program/metrics.ts';
import { noteStarted } from '../program/started-work.ts';
import { currentTracing } from '../program/tracing.ts';
import { limitHandlers } from './handler-limit.ts';
import { badRequest, notFound, Problem, problemOf, unavailable } from './problems.ts';
import { validateByZod } from './validation.ts';

export const BODY_LIMIT = 256 * 1024;
const HANDLER_MS = 10_000;

export type App = FastifyInstance;

export interface ServerOptions {
  readonly name: string;
  readonly logger?: Logger;
  /** Verifies the gateway's identity; a server without contract endpoints needs none. */
  readonly identity?: Verifier;
  /** What `/healthz` says beside `status`. */
  readonly health?: () => object;
  /** Resolves when the process' dependencies respond; for `/readyz`. */
  readonly ready?: () => Promise<void>;
  readonly metrics?: Metrics;
  /** How long a call may take in milliseconds, where tests must not fail on a busy machine; 10 s unless given. */
  readonly handlerMs?: number;
  /** Server settings that differ from a service's. */
  readonly fastify?: Pick<
    FastifyServerOptions,
    'trustProxy' | 'keepAliveTimeout' | 'maxRequestsPerSocket' | 'requestTimeout'
  >;
  /** Generates every request id and ignores the client's; for the public server. */
  readonly ownRequestIds?: boolean;
}

const REQUEST_ID = /^[\w-]{8,64}$/u;

/** New ids: random for the process and then counted, because a random one for each request costs more. */
function requestIds(): () => string {
  const ofProcess = randomUUID().slice(0, 24);
  let count = 0;
  return () => ofProcess + (count += 1).toString(16).padStart(12, '0');
}

/** The id that the gateway gave, else a new one. */
function givenId(next: () => string) {
  return (request: { headers: NodeJS.Dict<string | string[]> }): string => {
    const given = request.headers['x-request-id'];
    return typeof given === 'string' && REQUEST_ID.test(given) ? given : next();
  };
}

/** Turns every error into a problem response; an unexpected error is logged and reveals nothing. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    const isChosen = problem === error && problem.cause === undefined;
    if (problem.statusCode >= 500 && isChosen)
      request.log.info({ code: problem.code }, 'request refused for now');
    else if (problem.statusCode >= 500) request.log.error({ err: problem.cause ?? error }, 'request failed');
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
      app.findRoute({ method, url: request.url.split('?', 1)[0] ?? '' }),
    );
    // A route of this method that called `callNotFound` (a missing file) is a 404, not a 405.
    if (allowed.length === 0 || allowed.includes(request.method)) throw notFound('Alamat ini tidak ada.');
    throw new Problem(405, 'method_not_allowed', 'Cara akses ini tidak didukung.', {
      headers: { allow: allowed.join(', ') },
    });
  });
}

const BROKEN: { readonly [code: string]: Problem } = {
  HPE_HEADER_OVERFLOW: new Problem(431, 'headers_too_large', 'Permintaan terlalu besar.'),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'request_timeout', 'Permintaan terlalu lama dikirim.'),
};

/** The error that Node's server raises for a request that takes too long. */
class RequestTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}

/**
 * Responds to malformed HTTP with a problem and closes the connection. A timeout before the first byte is ignored: Node
 * counts from the connection, so a busy process would refuse clients whose request it has not read yet. A connection
 * that stays silent is closed by `connectionTimeout`.
 */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = BROKEN[error.code ?? ''] ?? badRequest('Permintaan tidak dapat dibaca.');
  const body = JSON.stringify(problem.body(uuidv7()));
  socket.end(
    `HTTP/1.1 ${problem.statusCode} ${STATUS_CODES[problem.statusCode]}\r\nconnection: close\r\n` +
      `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** While the server closes, running requests finish and new ones on open connections get 503. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  // Otherwise a kept-alive connection delays the stop until its idle timeout.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    done(closing ? unavailable(1) : undefined);
  });
}

function handleFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error);
  const body = JSON.stringify(problem.body(String(request.id)));
  void reply.code(problem.statusCode).type('application/json; charset=utf-8').send(body);
}

function refuseDoubleHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders } = request.raw;
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at];
      if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    }
    done(hosts > 1 ? badRequest('Permintaan tidak valid.') : undefined);
  });
}

const isHealth = (route: string) => route === '/healthz' || route === '/readyz';

function addHealth(app: FastifyInstance, { ready, health }: ServerOptions): void {
  app.get('/healthz', async () => ({ status: 'ok', ...health?.() }));
  app.get('/readyz', async () => {
    await ready?.().catch((error: unknown) => {
      throw unavailable(2, error);
    });
    return { status: 'ok' };
  });
}

/**
 * A Fastify server with limits on time and size, JSON bodies only, problem responses, request ids that follow a request
 * from gateway to service to job, `/healthz` and `/readyz`.
 */
export function createServer(options: ServerOptions): App {
  const logger = options.logger ?? createLogger(options.name, 'silent');
  const access = accessLog(logger);
  const newId = requestIds();
  const app = Fastify({
    loggerInstance: logger,
    childLoggerFactory: (parent, bindings, settings) => requestLogger(parent, bindings, settings),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: options.ownRequestIds ? newId : givenId(newId),
    bodyLimit: BODY_LIMIT,
    requestTimeout: UPLOAD_TIME_MS,
    connectionTimeout: 30_000,
    // Longer than the gateway's, so that the gateway never reuses a connection that is being closed.
    keepAliveTimeout: 75_000,
    maxRequestsPerSocket: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: handleClientError,
    // URLs that the router cannot decode do not reach the error handler.
    frameworkErrors: handleFrameworkError as FastifyServerOptions['frameworkErrors'],
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { maxParamLength: 200 },
    ...options.fastify,
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 5000, connectionsCheckingInterval: 1000 },
  }) as unknown as FastifyInstance;

  app.addHook('onRequest', ({ method, routeOptions, id }, _reply, done) => {
    const { url: route = 'none' } = routeOptions;
    if (!isHealth(route)) noteStarted({ part: options.name, kind: method, route, requestId: String(id) });
    done();
  });
  currentTracing()?.watchRequests(app, options.name, options.ownRequestIds ?? false);
  readJsonOnly(app);
  handleErrors(app);
  validateByZod(app);
  limitHandlers(app, options.handlerMs ?? HANDLER_MS);
  refuseWhileClosing(app);
  refuseDoubleHost(app);
  limitBodyTime(app, (socket) => handleClientError(new RequestTimeout(), socket));
  addHealth(app, options);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const ms = reply.elapsedTime;
    // How long a response stayed open says nothing about the server.
    if (Number.isFinite(reply.routeOptions.config.handlerMs ?? 0)) {
      options.metrics?.observe(request.method, route, reply.statusCode, ms / 1000);
    }
    if (!isHealth(route)) access(request, reply.statusCode, ms);
    done();
  });
  return app;
}
