import { getUser } from '@gerbang/contracts/accounts';
import { listOwnResults, publishAnnouncement } from '@gerbang/contracts/announcements';
import { getDataExport } from '@gerbang/contracts/data-export';
import { fastifyPath, type Endpoint, LONG_MS } from '@gerbang/contracts/endpoint';
import { SESSION_HEADER, UNREAD_HEADER } from '@gerbang/contracts/identity';
import { readNotifications } from '@gerbang/contracts/notifications';
import { findAnything } from '@gerbang/contracts/finder';
import { exportReport } from '@gerbang/contracts/reports';
import { getWorkReport } from '@gerbang/contracts/work-report';
import { leavingSignal } from '@gerbang/service-kit/http/leaving';
import { badRequest, callerLeft, notFound, Problem } from '@gerbang/service-kit/http/problems';
import { BODY_LIMIT } from '@gerbang/service-kit/http/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dashboardHandler } from '../dashboard.ts';
import { dataExportHandler } from '../data-export.ts';
import { findHandler } from '../finder/find.ts';
import { exportReportHandler } from '../reports/export-report.ts';
import { workReportHandler } from '../reports/work-report.ts';
import { keepDuesVersion } from '../dues-cookie.ts';
import { keepResultsSeen } from '../applied-results.ts';
import { sessionCalls } from '../sessions/session-calls.ts';
import { browserHeaders, tellsBrowser } from '../sessions/device-cookie.ts';
import { applySessionCommand, readSessionCommand } from '../sessions/session-commands.ts';
import { streamHandler } from '../unread/unread-calls.ts';
import { assertId, callHooks, pathOf, queryOf, tellIdleTime } from './call-parts.ts';
import { type ApiContext, callerHeaders, isSecure, sessionOf } from './caller.ts';
import { discard, forward } from './forward.ts';
import { dropRest } from './drop-rest.ts';
import { isStreamed, streamedCall } from './streamed-calls.ts';
import { headersToClient, headersToUpstream, upstreamProblem } from './upstream.ts';

/** The time to receive a body, then the time to respond. */
const BODY_MS = 15_000;
const RESPONSE_MS = 10_000;

function forwardHandler(endpoint: Endpoint, origin: string, context: ApiContext) {
  const path = pathOf(endpoint);
  const tells = tellsBrowser(endpoint);
  const secure = isSecure(context);
  const showsResults = endpoint.id === listOwnResults.id;
  const mayPublish = endpoint.id === publishAnnouncement.id;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const added = callerHeaders(request, endpoint.service, context);
    if (tells) Object.assign(added, browserHeaders(request, context.deviceCookie));
    const leaving = endpoint.waits ? leavingSignal(reply) : undefined;
    const { body, statusCode, headers } = await forward(context.agent, {
      origin,
      path: path(request.params as Record<string, string>) + queryOf(request),
      method: request.method,
      headers: headersToUpstream(request.headers, added),
      body: request.body as Buffer | undefined,
      ...(leaving && { signal: leaving }),
      ...(endpoint.long && { idleTimeoutMs: LONG_MS }),
    }).catch((error: unknown) => {
      throw leaving?.aborted ? callerLeft() : upstreamProblem(error, request.method !== 'GET');
    });
    try {
      const command = readSessionCommand(headers[SESSION_HEADER]);
      if (command) await applySessionCommand(command, request, reply, context);
    } catch (error) {
      discard(body);
      throw upstreamProblem(error);
    }
    headersToClient(reply.code(statusCode), headers);
    keepDuesVersion(headers, reply, secure);
    if (showsResults) keepResultsSeen(reply, secure);
    if (mayPublish) context.results.forget();
    tellUnread(endpoint, request, reply, context);
    tellIdleTime(request, reply);
    return Buffer.isBuffer(body) && body.length === 0 ? reply.send() : reply.send(body);
  };
}

/** Tells the first read of every page the number of unread messages where it is known; a call that reads some changes it. */
function tellUnread(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  context: ApiContext,
): void {
  const { userId } = sessionOf(request);
  if (userId === undefined) return;
  if (endpoint.id === readNotifications.id) context.unread.forget(userId);
  const unread = endpoint.id === getUser.id ? context.unread.known(userId) : undefined;
  if (unread !== undefined) reply.header(UNREAD_HEADER, unread);
}

/** The calls that the gateway composes, beside the dashboard. */
const COMPOSED: Readonly<Record<string, typeof dashboardHandler>> = {
  [getDataExport.id]: dataExportHandler,
  [exportReport.id]: exportReportHandler,
  [findAnything.id]: findHandler,
  [getWorkReport.id]: workReportHandler,
};

/** Refuses a body with fields for a call that declares none; `{}` is what a client sends that always sends JSON. */
function assertNoFields(body: Buffer | undefined): void {
  // Trimmed first: a pattern with blanks on both sides would try every way to share them.
  if (body && !/^(?:\{\s*\})?$/u.test(body.toString().trim())) {
    throw badRequest('Permintaan ini tidak menerima isi.');
  }
}

/** The handler of a call of the gateway's own: about sessions, or composed from several services. */
function ownHandler(endpoint: Endpoint, context: ApiContext) {
  const aboutSessions = sessionCalls[endpoint.id];
  if (endpoint.stream) return streamHandler(context);
  const composed = (COMPOSED[endpoint.id] ?? dashboardHandler)(context);
  return (request: FastifyRequest, reply: FastifyReply) => {
    tellIdleTime(request, reply);
    if (!aboutSessions) return composed(request, reply);
    assertNoFields(request.body as Buffer | undefined);
    return aboutSessions(context, request, reply);
  };
}

function registerEndpoint(app: FastifyInstance, endpoint: Endpoint, context: ApiContext): void {
  const origin = context.upstreams[endpoint.service];
  if (!origin && endpoint.service !== 'gateway') {
    throw new Error(`No address for the service ${endpoint.service}`);
  }
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    bodyLimit: endpoint.bodyLimit ?? BODY_LIMIT,
    config: {
      ...(endpoint.stream && { handlerMs: Number.POSITIVE_INFINITY }),
      ...(endpoint.method !== 'GET' && { handlerMs: BODY_MS + (endpoint.long ? LONG_MS : RESPONSE_MS) }),
    },
    onRequest: callHooks(endpoint, context),
    ...(!origin && { preHandler: assertId(endpoint) }),
    handler: origin ? forwardHandler(endpoint, origin, context) : ownHandler(endpoint, context),
  });
}

/** Registers every call of the contracts as a route; everything else below `/api` is refused. */
export async function apiRoutes(app: FastifyInstance, context: ApiContext): Promise<void> {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.raw.complete) dropRest(request, reply);
    done();
  });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  for (const endpoint of context.endpoints) {
    if (isStreamed(endpoint)) await streamedCall(app, endpoint, context);
    else registerEndpoint(app, endpoint, context);
  }
  refuseUnknown(app, context.endpoints);
}

/** 404 for an unknown path, 405 for a known path with another method, 400 for an id that the router finds too long. */
function refuseUnknown(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const patterns = endpoints.map((endpoint) => ({
    method: endpoint.method,
    pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
  }));
  const refuse = (request: FastifyRequest): never => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed: string[] = patterns
      .filter(({ pattern }) => pattern.test(path))
      .map(({ method }) => method);
    if (allowed.length === 0) throw notFound('Alamat ini tidak ada.');
    if (allowed.includes(request.method)) throw badRequest('Id pada alamat tidak valid.');
    throw new Problem(405, 'method_not_allowed', 'Cara akses ini tidak didukung.', {
      headers: { allow: [...new Set(allowed)].join(', ') },
    });
  };
  // Also as a hook, so that the refusal comes before the body is parsed.
  app.all('/api', { onRequest: refuse }, refuse);
  app.all('/api/*', { onRequest: refuse }, refuse);
}
